/** Polls until a condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const deadline = performance.now() + ms
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`it never was so: ${condition.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
