const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Block elements in the style sheet of every browser. `visibleRuns` finds blocks made by the page's style. */
const BLOCKS = names(
  'address article aside blockquote body button caption center col colgroup dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol ' +
    'optgroup option p plaintext pre search section summary table tbody td text tfoot th thead tr ul xmp foreignObject',
)

/** Elements that separate two texts, and whose own content is no text of the page. */
const BREAKS = names(
  'br hr img picture video audio canvas iframe frame object embed input select textarea meter progress svg math',
)

const EMBEDDED = names('iframe frame embed object')

/** Elements with more than text in them, maybe: those without are no hosts of a shadow root, fields or frames. */
export const NOT_PLAIN =
  ':not(a,abbr,b,bdi,bdo,br,cite,code,em,font,hr,i,img,kbd,label,li,mark,q,s,script,small,strong,style,sub,sup,svg,svg *,time,' +
  'u,ul,var,wbr)'

/** Not shown. */
const SKIPPED = names('script style noscript template head title datalist defs symbol desc metadata rp')

/** Elements whose text may be the text of the whole page. */
const WHOLES = names('html body main form table tbody')

export const isWhole = (name: string): boolean => WHOLES.has(name)
export const isBlock = (name: string): boolean => BLOCKS.has(name)
export const isBreak = (name: string): boolean => BREAKS.has(name)
/** Shows something else, which may have no text for the page. */
export const isEmbedded = (name: string): boolean => EMBEDDED.has(name)
export const isSkipped = (name: string): boolean => SKIPPED.has(name)

/** Fields whose value is read: never passwords or hidden fields. */
export function isTextField(
  element: Element,
): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  const name = element.localName
  if (name === 'textarea' || name === 'select') return 'value' in element
  if (name !== 'input' || !('value' in element)) return false
  const { type } = element as HTMLInputElement
  return type === 'text' || type === 'search'
}

/** Text that a field shows. */
export function valueOf(element: Element): string {
  if (element.localName === 'select') {
    const { selectedOptions } = element as HTMLSelectElement
    return Array.from(selectedOptions, (option) => option.text).join('\n')
  }
  return (element as HTMLInputElement | HTMLTextAreaElement).value
}

/** Rendered: not `display: none`, nor invisible, nor in a closed part of the page. */
export const isRendered = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

/** True if the text in an element is shown, which an element without a box may do, and one with a box may not. */
export function showsText(element: Element): boolean {
  if (element.localName === 'details' && !(element as HTMLDetailsElement).open) return false
  // A style costs more than all the rest of a plate: one value of it, and the others only where it matters.
  if (isRendered(element)) return getComputedStyle(element).contentVisibility !== 'hidden'
  const { display, visibility } = getComputedStyle(element)
  const around = element.parentElement ?? (element.getRootNode() as ShadowRoot).host
  return display === 'contents' && visibility === 'visible' && around !== undefined && showsText(around)
}

/** The editable root around a text; `null` if it is not editable. */
export function editedBy(element: Element): Element | null {
  if (!isEditable(element)) return null
  let host = element
  while (host.parentElement && isEditable(host.parentElement)) host = host.parentElement
  return host
}

export const isEditable = (element: Element): boolean =>
  'isContentEditable' in element && element.isContentEditable === true
