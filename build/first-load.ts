import { fileURLToPath } from 'node:url'

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/**
 * Names the chunk of a module that pages load at once: `common` if all of them do, or one does and the window loads it
 * next, and otherwise one for the page that does. A page so evaluates nothing of another.
 * @param entries of the pages, from the root; the first is that of the window, which loads `NEXT_PARTS`
 * @returns null for what belongs to none
 */
export function createFirstLoad(entries: readonly string[]): (id: string, modules: Modules) => string | null {
  let reached: { first: ReadonlySet<string>[]; next: ReadonlySet<string> } | null = null
  return (id, modules) => {
    // An entry acts as it loads, and other pages may later load parts of its chunk.
    if (entries.some((entry) => id === pathOf(entry))) return null
    reached ??= {
      first: entries.map((entry) => reachOf(entry, modules)),
      next: new Set(NEXT_PARTS.flatMap((part) => [...reachOf(part, modules)])),
    }
    const { first, next } = reached
    const pages = entries.filter((_, page) => first[page]?.has(id))
    const [page] = pages
    if (page === undefined) return null
    const isShared = pages.length === entries.length || (page !== entries[0] && next.has(id))
    if (isShared) return 'common'
    return `first-${page.replace(/^.*\/|\.\w+$/g, '')}`
  }
}

/** What a window imports by itself as soon as it is up, from the root. */
export const NEXT_PARTS = [
  'renderer/features/extension/approvals.tsx',
  'renderer/features/banners/banners.tsx',
  'renderer/features/lookup/plate-answers.tsx',
  'renderer/features/lookup/plate-rail.tsx',
  'renderer/features/lookup/recent-office.tsx',
  'renderer/features/lookup/verdict-view.tsx',
  'shared/text/errors.ts',
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
