/** The element, and the elements in it and around it, as far as the help reads them. */
export interface HelpPlace {
  closest: (selector: string) => HelpPlace | null
  querySelector: (selector: string) => HelpPlace | null
  getAttribute: (name: string) => string | null
}

/**
 * Topic for what has the focus: its own (`data-help`) or that of what it is in; that of its content, for a row; else the
 * subject of the page (`data-help-page`: of several, the last is the most particular); else none, the index.
 */
export function nearestTopic(
  focus: HelpPlace | null,
  page: { querySelectorAll: (selector: string) => Iterable<HelpPlace> },
): string | null {
  // The page and its landmarks contain everything: what is in them says nothing about the focus.
  const isPart = focus !== null && focus.closest('main, nav, aside, section, body') !== focus
  const near = focus?.closest('[data-help]') ?? (isPart ? focus.querySelector('[data-help]') : null)
  return (
    near?.getAttribute('data-help') ??
    [...page.querySelectorAll('[data-help-page]')].at(-1)?.getAttribute('data-help-page') ??
    null
  )
}
