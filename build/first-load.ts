import { fileURLToPath } from 'node:url'

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Names the chunk of a module that pages load at once: `common` if all of them do, and otherwise one for the page that
 * does. A page so evaluates nothing of another.
 * @param entries of the pages, from the root
 * @returns null for what belongs to none
 */
export function createFirstLoad(entries: readonly string[]): (id: string, modules: Modules) => string | null {
  let reached: ReadonlySet<string>[] | null = null
  return (id, modules) => {
    // An entry acts as it loads, and other pages may later load parts of its chunk.
    if (entries.some((entry) => id === pathOf(entry))) return null
    reached ??= entries.map((entry) => reachOf(entry, modules))
    const pages = entries.filter((_, page) => reached?.[page]?.has(id))
    if (pages.length === entries.length) return 'common'
    const [page] = pages
    return page === undefined ? null : `first-${page.replace(/^.*\/|\.\w+$/g, '')}`
  }
}

/** As bundlers name modules: with slashes, and no character of the address escaped. */
const pathOf = (entry: string): string =>
  fileURLToPath(new URL(`../${entry}`, import.meta.url)).replaceAll('\\', '/')

/** Modules that an entry imports at once, itself among them. */
function reachOf(entry: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [pathOf(entry)]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return reached
}
