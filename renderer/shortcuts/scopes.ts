import type { shortcutText } from '#shared/text/shortcuts.ts'

export type ShortcutGroup = keyof (typeof shortcutText)['groups']

interface ScopeRow {
  /** Scopes that are open whenever this one is. */
  within: readonly string[]
  /** Group of its keys in the sheet. */
  group: ShortcutGroup
}

/** Contexts where keys act. A dialog or a menu closes every scope behind it, except `always`. */
export const SCOPES = {
  always: { within: [], group: 'anywhere' },
  window: { within: ['always'], group: 'anywhere' },
  /** Rows of any list, while one has the focus. */
  list: { within: ['window'], group: 'lists' },
  lookup: { within: ['window'], group: 'anywhere' },
  'plate-field': { within: ['lookup'], group: 'field' },
  /** The plates of a text, of which one is picked. */
  pick: { within: ['lookup'], group: 'field' },
  /** The lists beside it are not within: a row that has the focus takes J, which elsewhere begins a plate of Jaén. */
  verdict: { within: ['lookup'], group: 'verdict' },
  /** The quick-lookup panel, with a verdict on screen: that of Consulta has the same keys. */
  'quick-lookup': { within: ['verdict'], group: 'quickLookup' },
  history: { within: ['window', 'list'], group: 'lists' },
  'plate-lists': { within: ['window', 'list'], group: 'lists' },
  'plate-list': { within: ['window', 'list'], group: 'lists' },
  watches: { within: ['window', 'list'], group: 'lists' },
  'transfer-batch': { within: ['window'], group: 'lists' },
  resource: { within: ['window', 'list'], group: 'resource' },
  procedure: { within: ['resource'], group: 'resource' },
  signature: { within: ['resource'], group: 'resource' },
  cases: { within: ['window', 'list'], group: 'cases' },
  drafts: { within: ['window', 'list'], group: 'lists' },
  deadlines: { within: ['window'], group: 'deadlines' },
  dealers: { within: ['window', 'list'], group: 'lists' },
  dealer: { within: ['window'], group: 'dealer' },
  figures: { within: ['window'], group: 'figures' },
  templates: { within: ['window', 'list'], group: 'lists' },
  wizard: { within: ['window'], group: 'wizard' },
  /** A finished form, as its receipt: it has no text fields. */
  settled: { within: ['window'], group: 'lists' },
  /** A submission about to be sent. */
  leaving: { within: ['window'], group: 'wizard' },
  signatures: { within: ['window', 'list'], group: 'signatures' },
  'signature-requests': { within: ['window', 'list'], group: 'signatures' },
  contacts: { within: ['window', 'list'], group: 'signatures' },
  'signature-request-form': { within: ['window'], group: 'signatures' },
  'signature-request-review': { within: ['window'], group: 'signatures' },
  inbox: { within: ['window'], group: 'inbox' },
  settings: { within: ['window'], group: 'anywhere' },
  pdf: { within: ['always'], group: 'pdf' },
  /** A photo that is being turned. */
  photo: { within: ['always'], group: 'wizard' },
} as const satisfies Record<string, ScopeRow>

export type Scope = keyof typeof SCOPES

/** True if both can be open at the same time. */
export function scopesOverlap(one: Scope, other: Scope): boolean {
  return openWith(one).has(other) || openWith(other).has(one)
}

/** True for a scope whose keys act on the rows of a list, wherever the focus is. */
export const isListScope = (scope: Scope): boolean => scope === 'inbox' || openWith(scope).has('list')

function openWith(scope: string): Set<string> {
  const { within } = SCOPES[scope as Scope] as ScopeRow
  return new Set([scope, ...within.flatMap((around) => [...openWith(around)])])
}
