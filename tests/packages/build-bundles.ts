import { build, isStale } from '#electron/build-if-stale.ts'

/** Packages are made of the bundles. */
export async function setup(): Promise<void> {
  const root = process.cwd()
  if (isStale(root) && !(await build(root))) throw new Error('the bundles could not be built')
}
