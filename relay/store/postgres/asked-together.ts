/**
 * Answers questions of one kind that are asked in the same turn together: a round trip costs more than most answers.
 * @param run answers them, in their order; a failure is one of all of them
 * @param most questions of one run
 */
export function askedTogether<Question, Answer>(
  run: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  most: number,
): (question: Question) => Promise<Answer> {
  interface Waiting {
    question: Question
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []

  async function answer(some: readonly Waiting[]): Promise<void> {
    try {
      const answers = await run(some.map(({ question }) => question))
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }

  function askAll(): void {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += most) void answer(all.slice(from, from + most))
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(askAll)
      waiting.push({ question, resolve, reject })
    })
}
