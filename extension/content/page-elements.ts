const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements that every browser's style sheet makes blocks. `visibleRuns` finds blocks made by the page's style. */
const BLOCKS = names(
  'address article aside blockquote body button caption center col colgroup dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol ' +
    'optgroup option p plaintext pre search section summary table tbody td text tfoot th thead tr ul xmp foreignObject',
)

/** Elements that separate two texts, and whose own content is not text of the page. */
const BREAKS = names(
  'br hr img picture video audio canvas iframe frame object embed input select textarea meter progress svg math',
)

const EMBEDDED = names('iframe frame embed object')

/** Selector of elements that may have more than text in them: a shadow root, fields or frames. */
export const NOT_PLAIN =
  ':not(a,abbr,b,bdi,bdo,br,cite,code,em,font,hr,i,img,kbd,label,li,mark,q,s,script,small,strong,style,sub,sup,svg,svg *,time,' +
  'u,ul,var,wbr)'

/** Elements that are not shown. */
const SKIPPED = names('script style noscript template head title datalist defs symbol desc metadata rp')

/** Elements that may contain the text of the whole page. */
const WHOLES = names('html body main form table tbody')

export const isWhole = (name: string): boolean => WHOLES.has(name)
export const isBlock = (name: string): boolean => BLOCKS.has(name)
export const isBreak = (name: string): boolean => BREAKS.has(name)
/** True for an element that shows another document, whose text the page may not have. */
export const isEmbedded = (name: string): boolean => EMBEDDED.has(name)
export const isSkipped = (name: string): boolean => SKIPPED.has(name)

/** True for fields whose value may be read: never passwords or hidden fields. */
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

/** True if the element is rendered: not `display: none`, not invisible, and not in a closed part of the page. */
export const isRendered = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

/**
 * True if the text in an element is shown. This differs from having a box: `display: contents` has none and shows
 * text, while a box may hide its content.
 */
export function showsText(element: Element): boolean {
  if (element.localName === 'details' && !(element as HTMLDetailsElement).open) return false
  // Reading a style costs more than all other work on a plate. One property is read here, and the others only if
  // needed.
  if (isRendered(element)) return getComputedStyle(element).contentVisibility !== 'hidden'
  const { display, visibility } = getComputedStyle(element)
  const around = element.parentElement ?? (element.getRootNode() as ShadowRoot).host
  return display === 'contents' && visibility === 'visible' && around !== undefined && showsText(around)
}

/** Editable root element around a text; `null` if the text is not editable. */
export function editedBy(element: Element): Element | null {
  if (!isEditable(element)) return null
  let host = element
  while (host.parentElement && isEditable(host.parentElement)) host = host.parentElement
  return host
}

export const isEditable = (element: Element): boolean =>
  'isContentEditable' in element && element.isContentEditable === true
