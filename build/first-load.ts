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

/** What a window imports by itself as soon as it is up, from the root. */
export const NEXT_PARTS = [
  'renderer/features/extension/approvals.tsx',
  'renderer/features/lookup/recent-office.tsx',
  'renderer/features/training/tour-banner.tsx',
] as const

/**
 * Names the chunk of `NEXT_PARTS`, with what pages do not load at once.
 * @param entries of the pages, from the root
 * @returns null for what is loaded earlier, or when it is asked for
 */
export function createNextLoad(entries: readonly string[]): (id: string, modules: Modules) => string | null {
  let next: ReadonlySet<string> | null = null
  return (id, modules) => {
    next ??= nextOf(entries, modules)
    return next.has(id) ? 'next' : null
  }
}

function nextOf(entries: readonly string[], modules: Modules): ReadonlySet<string> {
  const first = new Set(entries.flatMap((entry) => [...reachOf(entry, modules)]))
  const reached = NEXT_PARTS.flatMap((part) => [...reachOf(part, modules)])
  return new Set(reached.filter((id) => !first.has(id)))
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
