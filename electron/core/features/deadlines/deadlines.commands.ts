import type { CommandsOf } from '../../bridge/router.ts'
import type { AccountQuestions } from '../../workspace-types.ts'

export const deadlineCommands = ({ ask }: AccountQuestions): CommandsOf<'deadlines'> => ({
  'deadlines.list': ({ from, to }) => ask(({ deadlines }) => deadlines.list(from, to)),
  'deadlines.calendar': () => ask(({ calendarFile }) => calendarFile.state()),
  'deadlines.publish': ({ folder }) => ask(({ calendarFile }) => calendarFile.publish(folder.trim())),
})
