/** Element, reduced to what the help reads of it and around it. */
export interface HelpPlace {
  closest: (selector: string) => HelpPlace | null
  querySelector: (selector: string) => HelpPlace | null
  getAttribute: (name: string) => string | null
}

/**
 * Topic for the focused element. Its own topic (`data-help`) or that of an element around it comes first. For a row,
 * the topic of its content comes next. Otherwise it is the subject of the page (`data-help-page`): the last one is
 * the most specific. `null` means the index.
 */
export function nearestTopic(
  focus: HelpPlace | null,
  page: { querySelectorAll: (selector: string) => Iterable<HelpPlace> },
): string | null {
  // The page and its landmarks contain everything, so their content says nothing about the focus.
  const isPart = focus !== null && focus.closest('main, nav, aside, section, body') !== focus
  const near = focus?.closest('[data-help]') ?? (isPart ? focus.querySelector('[data-help]') : null)
  return (
    near?.getAttribute('data-help') ??
    [...page.querySelectorAll('[data-help-page]')].at(-1)?.getAttribute('data-help-page') ??
    null
  )
}
