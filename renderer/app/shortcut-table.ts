import { PLATE_BEGINNINGS } from '#shared/domain/plates/diagnose.ts'
import type { shortcutText } from '#shared/text/shortcuts.ts'
import { DESTINATIONS } from './routes.ts'

type ShortcutGroup = keyof (typeof shortcutText)['groups']

interface ScopeRow {
  /** Scopes that are open whenever this one is. */
  within: readonly string[]
  /** Group of the scope's keys in the sheet. */
  group: ShortcutGroup
}

/** Contexts where keys act. A dialog or a menu closes every scope behind it, except `always`. */
export const SCOPES = {
  always: { within: [], group: 'anywhere' },
  window: { within: ['always'], group: 'anywhere' },
  /** Page below another page (`up` in `page.tsx`). */
  page: { within: ['window'], group: 'lists' },
  /** Rows of any list. `shortcuts.ts` passes these keys to the list when the focus is outside its rows. */
  list: { within: ['window'], group: 'lists' },
  lookup: { within: ['window'], group: 'field' },
  'plate-field': { within: ['lookup'], group: 'field' },
  /** Plates found in a text. The user picks one. */
  pick: { within: ['lookup'], group: 'field' },
  /** Excludes the scopes of lists: in a list the key J acts on a row, but elsewhere J begins a plate of Jaén. */
  verdict: { within: ['lookup'], group: 'verdict' },
  /** Quick-lookup panel with a verdict on screen. Its keys are the same as those of a verdict in Consulta. */
  'quick-lookup': { within: ['verdict'], group: 'quickLookup' },
  history: { within: ['window', 'list'], group: 'lists' },
  'plate-lists': { within: ['window', 'list'], group: 'lists' },
  'plate-list': { within: ['window', 'list'], group: 'lists' },
  watches: { within: ['window', 'list'], group: 'lists' },
  resource: { within: ['window', 'list'], group: 'resource' },
  procedure: { within: ['resource', 'account'], group: 'resource' },
  signature: { within: ['resource'], group: 'resource' },
  cases: { within: ['window', 'list'], group: 'cases' },
  drafts: { within: ['page', 'list'], group: 'lists' },
  deadlines: { within: ['page'], group: 'deadlines' },
  requests: { within: ['page', 'list'], group: 'lists' },
  dealers: { within: ['window', 'list'], group: 'lists' },
  dealer: { within: ['page'], group: 'dealer' },
  ledger: { within: ['window', 'list', 'ledger-month'], group: 'ledger' },
  'ledger-client': { within: ['page', 'ledger-month', 'account'], group: 'ledger' },
  'ledger-month': { within: ['window'], group: 'ledger' },
  /** Ledger of a procedure or a client. */
  account: { within: ['window'], group: 'resource' },
  /** New entry of a ledger, while it has the focus. */
  'ledger-entry': { within: ['window'], group: 'resource' },
  figures: { within: ['page'], group: 'figures' },
  /** Dialog with the work of a day. */
  'day-work': { within: ['always'], group: 'figures' },
  templates: { within: ['page', 'list'], group: 'lists' },
  wizard: { within: ['window'], group: 'wizard' },
  /** Form that is done, such as its receipt. It has no text fields. */
  settled: { within: ['window'], group: 'lists' },
  /** A submission that can still be undone. */
  leaving: { within: ['window'], group: 'wizard' },
  signatures: { within: ['window', 'list'], group: 'signatures' },
  'signature-requests': { within: ['page', 'list'], group: 'signatures' },
  contacts: { within: ['window', 'list'], group: 'signatures' },
  'signature-request-form': { within: ['window'], group: 'signatures' },
  'signature-request-review': { within: ['window'], group: 'signatures' },
  inbox: { within: ['window'], group: 'inbox' },
  settings: { within: ['window'], group: 'anywhere' },
  pdf: { within: ['always'], group: 'pdf' },
  /** A photo that the user is turning. */
  photo: { within: ['always'], group: 'wizard' },
} as const satisfies Record<string, ScopeRow>

export type Scope = keyof typeof SCOPES

/** True if both scopes can be open at the same time. */
export function scopesOverlap(one: Scope, other: Scope): boolean {
  return openWith(one).has(other) || openWith(other).has(one)
}

/** Scopes of lists that have shortcuts of their own to move. */
const MOVE_ALONE: ReadonlySet<Scope> = new Set(['inbox', 'dealer'])

/** True for a scope whose keys act on the rows of a list, wherever the focus is. */
export const isListScope = (scope: Scope): boolean => MOVE_ALONE.has(scope) || openWith(scope).has('list')

function openWith(scope: string): Set<string> {
  const { within } = SCOPES[scope as Scope] as ScopeRow
  return new Set([scope, ...within.flatMap((around) => [...openWith(around)])])
}

/** Same keys as `QUICK_TYPES` of renderer/features/documents/document-type.tsx, which the first screen does not load. */
const TYPE_KEYS = [...'0123456789']

/** Keys of `shortcutText` that are sentences. */
type ShortcutLabel = {
  [K in keyof typeof shortcutText]: (typeof shortcutText)[K] extends string ? K : never
}[keyof typeof shortcutText]

export interface Shortcut {
  scope: Scope
  /** Alternative keys, as `event.key`. Letters are lower case. */
  keys: readonly string[]
  /** True if the shortcut needs Ctrl (⌘ on a Mac). */
  mod?: true
  alt?: true
  /**
   * True if the shortcut needs Shift. Only for named keys and the space bar, because '?' and '/' need Shift on
   * Spanish keyboards.
   */
  shift?: true
  label: ShortcutLabel
  /**
   * True if the shortcut only moves or scrolls. Any other shortcut acts once per press, however long the key is held.
   */
  repeatable?: true
  /**
   * True if the shortcut confirms a review that the same keys opened. It acts only after `CONFIRM_AFTER_MS` on
   * screen.
   */
  confirms?: true
  /**
   * False if the palette does not offer the shortcut: it sends at once, depends on the focus, or repeats another action
   * of the page.
   */
  inPalette?: false
  /** True if the key is the first character of a text. Other rows describe the other actions of the key. */
  types?: true
  /** True if a focused control handles the key. The row is only for display. */
  widget?: true
  /** Text that the sheet shows instead of the keys. */
  drawn?: string
}

/**
 * Time in ms that a review must be on screen before its keys confirm it. Therefore an accidental double press
 * confirms nothing.
 */
export const CONFIRM_AFTER_MS = 500

/**
 * All shortcuts. A new shortcut needs a row, a sentence in `shortcutText` and a handler. The table is read by the
 * handlers (`shortcuts.ts`), the hints of buttons and lists (`key-hints.tsx`), and the sheet.
 */
const TABLE = {
  // The lock also acts over a dialog: nobody must close a dialog before locking.
  lock: { scope: 'always', keys: ['F8'], mod: true, label: 'lock' },

  palette: { scope: 'window', keys: ['k'], mod: true, label: 'palette' },
  'quick.toggle': { scope: 'window', keys: [' '], mod: true, shift: true, label: 'quickLookup' },
  sections: {
    scope: 'window',
    keys: DESTINATIONS.map((_, place) => String(place + 1)),
    mod: true,
    label: 'sections',
    drawn: `1…${DESTINATIONS.length}`,
  },
  'regions.next': { scope: 'window', keys: ['F6'], label: 'regions' },
  'regions.previous': { scope: 'window', keys: ['F6'], shift: true, label: 'regionsBack' },
  sheet: { scope: 'window', keys: ['?'], label: 'help' },
  help: { scope: 'window', keys: ['F1'], label: 'whatItMeans' },
  attention: { scope: 'window', keys: ['F8'], label: 'attention' },

  'lookup.field': { scope: 'lookup', keys: ['/'], label: 'field' },
  'plate.look-up': { scope: 'plate-field', keys: ['Enter'], label: 'lookUp', widget: true },
  'plate.look-up-copy': {
    scope: 'plate-field',
    keys: ['Enter'],
    shift: true,
    label: 'lookUpCopy',
    widget: true,
  },
  'plate.clear': { scope: 'plate-field', keys: ['Escape'], label: 'clear', widget: true },

  'pick.list': { scope: 'pick', keys: ['l'], label: 'asList' },
  'pick.back': { scope: 'pick', keys: ['Escape'], label: 'clear' },

  // The shortcut needs Alt. Nearly every letter begins a plate (C 4821 BXN, T-1234-AB), and users type the next plate
  // over a verdict.
  'verdict.copy': { scope: 'verdict', keys: ['c'], alt: true, label: 'copy' },
  'verdict.again': { scope: 'verdict', keys: ['r'], alt: true, label: 'again' },
  'verdict.complete': { scope: 'verdict', keys: ['i'], alt: true, label: 'complete' },
  'verdict.transfer': { scope: 'verdict', keys: ['t'], alt: true, label: 'transfer' },
  'verdict.office': { scope: 'verdict', keys: ['o'], alt: true, label: 'office' },
  'verdict.client': { scope: 'verdict', keys: ['w'], alt: true, label: 'clientMessage' },
  'verdict.watch': { scope: 'verdict', keys: ['v'], alt: true, label: 'watch' },
  'verdict.pdf': { scope: 'verdict', keys: ['p'], alt: true, label: 'seePdf' },
  'verdict.save-pdf': { scope: 'verdict', keys: ['g'], alt: true, label: 'savePdf' },
  'verdict.next-plate': {
    scope: 'verdict',
    keys: PLATE_BEGINNINGS.map((character) => character.toLowerCase()),
    label: 'nextPlate',
    types: true,
    drawn: '0…9 A…Z',
  },
  'verdict.field': { scope: 'verdict', keys: ['Escape'], label: 'toPlate' },

  'quick.open': { scope: 'quick-lookup', keys: ['a'], alt: true, label: 'openInVentanilla' },

  'history.search': { scope: 'history', keys: ['/'], label: 'field' },
  'history.up': { scope: 'history', keys: ['Escape'], label: 'up' },
  'page.up': { scope: 'page', keys: ['Escape'], label: 'up' },

  'plate-lists.new': { scope: 'plate-lists', keys: ['n'], label: 'newPlateList' },
  'plate-lists.up': { scope: 'plate-lists', keys: ['Escape'], label: 'up' },
  'plate-list.search': { scope: 'plate-list', keys: ['/'], label: 'field' },
  'plate-list.copy': { scope: 'plate-list', keys: ['c'], label: 'listCopy' },
  'plate-list.mark': { scope: 'plate-list', keys: ['m'], label: 'listMark' },
  'plate-list.note': { scope: 'plate-list', keys: ['n'], label: 'listNote' },
  'plate-list.pick': { scope: 'plate-list', keys: ['x'], label: 'casePick' },
  'plate-list.extend': {
    scope: 'plate-list',
    keys: ['ArrowDown', 'ArrowUp'],
    shift: true,
    label: 'caseExtend',
    repeatable: true,
  },
  'plate-list.all': { scope: 'plate-list', keys: ['a'], mod: true, label: 'caseAll' },
  'plate-list.complete': { scope: 'plate-list', keys: ['i'], label: 'complete' },
  'plate-list.first': { scope: 'plate-list', keys: ['a'], label: 'listFirst' },
  'plate-list.print': { scope: 'plate-list', keys: ['p'], mod: true, label: 'listPrint' },
  'plate-list.up': { scope: 'plate-list', keys: ['Escape'], label: 'clearSearch' },

  'watches.search': { scope: 'watches', keys: ['/'], label: 'field' },
  'watches.copy': { scope: 'watches', keys: ['c'], label: 'watchCopy' },
  'watches.change': { scope: 'watches', keys: ['v'], label: 'watchChange' },
  'watches.end': { scope: 'watches', keys: ['Delete'], label: 'remove' },
  'watches.up': { scope: 'watches', keys: ['Escape'], label: 'clearSearch' },

  'resource.refresh': { scope: 'resource', keys: ['r'], label: 'refresh' },
  'resource.copy-plate': { scope: 'resource', keys: ['m'], label: 'copyPlate' },
  'resource.client': { scope: 'resource', keys: ['w'], label: 'clientMessage' },
  'procedure.assign': { scope: 'procedure', keys: ['a'], label: 'caseAssign' },
  'procedure.note': { scope: 'procedure', keys: ['n'], label: 'caseNote' },
  'procedure.copy': { scope: 'procedure', keys: ['c'], label: 'caseCopy' },
  'procedure.ask': { scope: 'procedure', keys: ['q'], label: 'askClient' },
  'procedure.itp': { scope: 'procedure', keys: ['i'], label: 'estimateItp' },
  'procedure.sign': { scope: 'procedure', keys: ['f'], label: 'signHere' },
  'signature.again': { scope: 'signature', keys: ['n'], label: 'signAgainHere' },
  'resource.up': { scope: 'resource', keys: ['Escape'], label: 'up' },

  'cases.new': { scope: 'cases', keys: ['n'], label: 'newProcedure' },
  'wizard.next': { scope: 'wizard', keys: ['Enter'], label: 'nextStep', inPalette: false },
  'wizard.back': { scope: 'wizard', keys: ['ArrowLeft'], alt: true, label: 'stepBack' },
  'wizard.send': { scope: 'wizard', keys: ['Enter'], mod: true, label: 'sendIt', inPalette: false },
  'leaving.undo': { scope: 'leaving', keys: ['z', 'Escape'], label: 'undoSending' },
  'wizard.unfill': { scope: 'wizard', keys: ['z'], alt: true, label: 'unfill' },
  'wizard.take': { scope: 'wizard', keys: ['u'], alt: true, label: 'takeKnown' },
  'wizard.leave': { scope: 'wizard', keys: ['Escape'], label: 'leaveIt' },
  'wizard.paste': { scope: 'wizard', keys: ['v'], alt: true, label: 'pasteText' },
  'wizard.itp': { scope: 'wizard', keys: ['i'], alt: true, label: 'estimateItp' },
  'wizard.give': { scope: 'wizard', keys: ['e'], alt: true, label: 'giveDraft' },
  'wizard.undo-filled': {
    scope: 'wizard',
    keys: ['z'],
    mod: true,
    label: 'undoFilled',
    inPalette: false,
  },

  'list.move': {
    scope: 'list',
    keys: ['ArrowDown', 'ArrowUp', 'j', 'k'],
    label: 'move',
    repeatable: true,
    widget: true,
  },
  'list.open': { scope: 'list', keys: ['Enter'], label: 'open', widget: true },
  'drafts.discard': { scope: 'drafts', keys: ['Delete'], label: 'remove' },
  'drafts.give': { scope: 'drafts', keys: ['e'], label: 'giveDraft' },
  'signature-requests.discard': { scope: 'signature-requests', keys: ['Delete'], label: 'remove' },
  'contacts.remove': { scope: 'contacts', keys: ['Delete'], label: 'remove' },
  'documents.remove': { scope: 'wizard', keys: ['Delete'], label: 'remove' },
  'documents.type': { scope: 'wizard', keys: TYPE_KEYS, label: 'documentType', drawn: '0…9' },
  'batch.remove': { scope: 'procedure', keys: ['Delete'], label: 'remove' },
  'batch.type': { scope: 'procedure', keys: TYPE_KEYS, label: 'documentType', drawn: '0…9' },
  'templates.new': { scope: 'templates', keys: ['n'], label: 'newTemplate' },
  'templates.remove': { scope: 'templates', keys: ['Delete'], label: 'remove' },
  'drafts.undo': { scope: 'drafts', keys: ['z'], label: 'undoLast' },
  'settled.up': { scope: 'settled', keys: ['Escape'], label: 'up' },

  'deadlines.day': {
    scope: 'deadlines',
    keys: ['ArrowLeft', 'ArrowRight'],
    label: 'deadlineDay',
    repeatable: true,
  },
  'deadlines.week': {
    scope: 'deadlines',
    keys: ['PageUp', 'PageDown'],
    label: 'deadlineWeek',
    repeatable: true,
  },
  'deadlines.today': { scope: 'deadlines', keys: ['t'], label: 'deadlineToday' },
  'deadlines.move': {
    scope: 'deadlines',
    keys: ['ArrowDown', 'ArrowUp', 'j', 'k'],
    label: 'move',
    repeatable: true,
  },
  'deadlines.print': { scope: 'deadlines', keys: ['p'], mod: true, label: 'deadlinePrint' },

  'requests.write': { scope: 'requests', keys: ['w'], label: 'clientMessage' },
  'requests.remind': { scope: 'requests', keys: ['r'], label: 'requestRemind' },
  'requests.undo': { scope: 'requests', keys: ['z'], label: 'requestUndo' },

  'dealers.search': { scope: 'dealers', keys: ['/'], label: 'field' },
  'dealers.up': { scope: 'dealers', keys: ['Escape'], label: 'clearSearch' },
  'dealer.move': {
    scope: 'dealer',
    keys: ['ArrowDown', 'ArrowUp', 'j', 'k'],
    label: 'move',
    repeatable: true,
  },
  'dealer.month': {
    scope: 'dealer',
    keys: ['ArrowLeft', 'ArrowRight'],
    label: 'dealerMonth',
    repeatable: true,
  },
  'dealer.present': { scope: 'dealer', keys: ['t'], label: 'dealerPresent' },
  'dealer.copy': { scope: 'dealer', keys: ['c'], label: 'caseCopy' },
  'dealer.export': { scope: 'dealer', keys: ['e'], label: 'dealerExport' },
  'dealer.print': { scope: 'dealer', keys: ['p'], mod: true, label: 'pdfPrint' },
  'dealer.remind': { scope: 'dealer', keys: ['w'], label: 'clientMessage' },
  'dealer.sign': { scope: 'dealer', keys: ['f'], label: 'dealerSign' },
  'dealer.template': {
    scope: 'dealer',
    keys: TYPE_KEYS.slice(1),
    label: 'dealerTemplate',
    drawn: '1…9',
  },
  'day-work.day': {
    scope: 'day-work',
    keys: ['ArrowLeft', 'ArrowRight'],
    label: 'workDay',
    repeatable: true,
  },
  'day-work.today': { scope: 'day-work', keys: ['t'], label: 'workToday' },
  'ledger.search': { scope: 'ledger', keys: ['/'], label: 'field' },
  'ledger.up': { scope: 'ledger', keys: ['Escape'], label: 'clearSearch' },
  'ledger.month': {
    scope: 'ledger-month',
    keys: ['ArrowLeft', 'ArrowRight'],
    label: 'dealerMonth',
    repeatable: true,
  },
  'ledger.present': { scope: 'ledger-month', keys: ['t'], label: 'dealerPresent' },
  'ledger.export': { scope: 'ledger-month', keys: ['e'], label: 'dealerExport' },
  'ledger.print': { scope: 'ledger-client', keys: ['p'], mod: true, label: 'pdfPrint' },
  'ledger.entry': { scope: 'account', keys: ['d'], label: 'ledgerEntry' },
  'ledger.provision': { scope: 'account', keys: ['p'], label: 'copyProvision' },
  'ledger.settlement': { scope: 'account', keys: ['l'], label: 'copySettlement' },
  'ledger.propose': {
    scope: 'ledger-entry',
    keys: TYPE_KEYS,
    label: 'ledgerPropose',
    inPalette: false,
    drawn: '0…9',
  },
  'figures.print': { scope: 'figures', keys: ['p'], mod: true, label: 'figuresPrint' },

  'cases.search': { scope: 'cases', keys: ['/'], label: 'field' },
  'cases.pick': { scope: 'cases', keys: ['x'], label: 'casePick' },
  'cases.extend': {
    scope: 'cases',
    keys: ['ArrowDown', 'ArrowUp'],
    shift: true,
    label: 'caseExtend',
    repeatable: true,
  },
  'cases.all': { scope: 'cases', keys: ['a'], mod: true, label: 'caseAll' },
  'cases.preview': { scope: 'cases', keys: [' '], label: 'casePreview' },
  'cases.label': { scope: 'cases', keys: ['l'], label: 'caseLabel' },
  'cases.assign': { scope: 'cases', keys: ['a'], label: 'caseAssign' },
  'cases.copy': { scope: 'cases', keys: ['c'], label: 'caseCopy' },
  'cases.clear': { scope: 'cases', keys: ['Escape'], label: 'caseClear' },

  'signatures.new': { scope: 'signatures', keys: ['n'], label: 'newSignatureRequest' },
  'signatures.again': { scope: 'signatures', keys: ['r'], label: 'signAgain' },
  'signatures.pdf': { scope: 'signatures', keys: ['p'], label: 'seeSigned', inPalette: false },
  'signatures.search': { scope: 'signatures', keys: ['/'], label: 'field' },
  'signatures.clear': { scope: 'signatures', keys: ['Escape'], label: 'clearSearch' },
  'signature-requests.new': { scope: 'signature-requests', keys: ['n'], label: 'newSignatureRequest' },
  'contacts.new': { scope: 'contacts', keys: ['n'], label: 'newContact' },
  'contacts.sign': { scope: 'contacts', keys: ['f'], label: 'signContact' },
  'contacts.search': { scope: 'contacts', keys: ['/'], label: 'field' },
  'contacts.up': { scope: 'contacts', keys: ['Escape'], label: 'clearSearch' },
  'signature-requests.review': {
    scope: 'signature-request-form',
    keys: ['Enter'],
    mod: true,
    label: 'reviewIt',
  },
  'signature-requests.unfill': {
    scope: 'signature-request-form',
    keys: ['z'],
    alt: true,
    label: 'unfill',
  },
  'signature-requests.take': {
    scope: 'signature-request-form',
    keys: ['u'],
    alt: true,
    label: 'takeKnown',
  },
  'signature-requests.leave': { scope: 'signature-request-form', keys: ['Escape'], label: 'leaveIt' },
  'signature-requests.send': {
    scope: 'signature-request-review',
    keys: ['Enter'],
    mod: true,
    label: 'sendIt',
    confirms: true,
  },
  'signature-requests.back': { scope: 'signature-request-review', keys: ['Escape'], label: 'toForm' },

  'inbox.move': { scope: 'inbox', keys: ['j', 'k'], label: 'move', repeatable: true },
  'inbox.unfold': {
    scope: 'inbox',
    keys: ['ArrowRight', 'ArrowLeft'],
    label: 'inboxUnfold',
    repeatable: true,
    widget: true,
  },
  'inbox.read': { scope: 'inbox', keys: [' '], label: 'inboxRead' },
  'inbox.done': { scope: 'inbox', keys: ['e'], label: 'inboxDone' },
  'inbox.snooze': { scope: 'inbox', keys: ['s'], label: 'inboxSnooze' },
  'inbox.mute': { scope: 'inbox', keys: ['m'], label: 'inboxMute' },
  'inbox.undo': { scope: 'inbox', keys: ['z'], label: 'inboxUndo' },

  'settings.search': { scope: 'settings', keys: ['/'], label: 'field' },

  'pdf.page': { scope: 'pdf', keys: ['PageDown', 'PageUp'], label: 'pdfPage', repeatable: true },
  'pdf.end': { scope: 'pdf', keys: ['Home', 'End'], label: 'pdfEnd', repeatable: true },
  'pdf.nearer': {
    scope: 'pdf',
    keys: ['+', '='],
    mod: true,
    label: 'pdfNearer',
    repeatable: true,
    drawn: '+',
  },
  'pdf.farther': { scope: 'pdf', keys: ['-'], mod: true, label: 'pdfFarther', repeatable: true },
  'pdf.real': { scope: 'pdf', keys: ['0'], mod: true, label: 'pdfReal' },
  'pdf.print': { scope: 'pdf', keys: ['p'], mod: true, label: 'pdfPrint' },
  'photo.left': { scope: 'photo', keys: ['ArrowLeft'], shift: true, label: 'photoLeft' },
  'photo.right': { scope: 'photo', keys: ['ArrowRight'], shift: true, label: 'photoRight' },
  'pdf.save': { scope: 'pdf', keys: ['s'], mod: true, label: 'pdfSave' },
} as const satisfies Record<string, Shortcut>

export type ShortcutId = keyof typeof TABLE
export const SHORTCUTS: Readonly<Record<ShortcutId, Shortcut>> = TABLE
export const SHORTCUT_IDS = Object.keys(TABLE) as readonly ShortcutId[]
