import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null
}

/**
 * Names the chunk of a module that pages load at once, so that no page evaluates another page's modules. The chunk is
 * `common` if all pages load the module, or if one page does and the window loads it next. Otherwise the page has its
 * own chunk.
 * @param entries of the pages, from the root; the first entry is the window, which loads `NEXT_PARTS`
 * @returns null for a module that no page loads at once
 */
export function createFirstLoad(entries: readonly string[]): (id: string, modules: Modules) => string | null {
  let reached: { first: ReadonlySet<string>[]; next: ReadonlySet<string> } | null = null
  return (id, modules) => {
    // An entry runs code when it loads, so no other page may load its chunk.
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

/** Modules that the window imports right after its start, from the root. */
export const NEXT_PARTS = [
  'renderer/design/menu.tsx',
  'renderer/features/extension/approvals.tsx',
  'renderer/features/lookup/field-answers.tsx',
  'renderer/features/attention/attention.tsx',
  'renderer/features/lookup/plate-answers.tsx',
  'renderer/features/lookup/plate-rail.tsx',
  'renderer/features/lookup/recent-office.tsx',
  'renderer/features/lookup/verdict-view.tsx',
  'renderer/notify/start-notify.ts',
  'shared/text/errors.ts',
] as const

/**
 * Names the chunk of `NEXT_PARTS` and its modules, without those that a page loads at once.
 * @param entries of the pages, from the root
 * @returns null for a module that loads earlier or on demand
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

/** Path as bundlers write it: with slashes, and without escapes. */
const pathOf = (entry: string): string =>
  fileURLToPath(new URL(`../${entry}`, import.meta.url)).replaceAll('\\', '/')

/**
 * Modules that mostly pass on exports of others: `feature.ts`, and the package of the icons. The bundler drops
 * unused exports, so an importer loads only the exports that it names.
 */
const IS_BARREL = /\/renderer\/features\/[\w-]+\/feature\.ts$|\/lucide-react\.mjs$/

/** Finds the modules that an entry loads through static imports, with the entry itself. */
function reachOf(entry: string, modules: Modules): ReadonlySet<string> {
  const reached = new Set<string>()
  /** Modules, and single exports of barrels. */
  const seen = new Set<string>()
  const waiting: { id: string; name?: string }[] = [{ id: pathOf(entry) }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { id, name } = next
    const key = `${id} ${name ?? ''}`
    if (seen.has(key)) continue
    seen.add(key)
    const named = namesIn(id, modules)
    const passedOn = IS_BARREL.test(id) ? named.filter(({ isExport }) => isExport) : []
    const source = passedOn.find((each) => each.as === name)
    if (source) {
      waiting.push({ id: source.from })
      continue
    }
    reached.add(id)
    const others = modules.getModuleInfo(id)?.importedIds ?? []
    waiting.push(
      ...others
        .filter((from) => !IS_BARREL.test(from) && !passedOn.some((each) => each.from === from))
        .map((from) => ({ id: from })),
      ...named.filter(({ from }) => IS_BARREL.test(from)).map((each) => ({ id: each.from, name: each.name })),
    )
  }
  return reached
}

const NAMED = /^(import|export) \{([^}]*)\} from ["']([^"']+)["']/gm

/** Names that a module imports or passes on, each with the module it comes from. */
function namesIn(id: string, modules: Modules) {
  const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
  return [...(code ?? '').matchAll(NAMED)].flatMap(([, keyword, names = '', specifier = '']) => {
    const from = specifier.startsWith('.')
      ? posix.join(posix.dirname(id), specifier)
      : importedIds.find((imported) => imported.includes(`/node_modules/${specifier}/`))
    if (from === undefined) return []
    return names.split(',').map((each) => {
      const [name = '', as = name] = each.trim().split(' as ')
      return { isExport: keyword === 'export', name, as, from }
    })
  })
}
