/** Characters of what belongs to a list of plates; apart from its schemas, which the windows do not load. */
export const MAX_LIST_NAME = 80
export const MAX_ROW_NOTE = 500
/** Of a line of the list, as shown. */
export const MAX_LINE_TEXT = 200

/** Columns of a sheet that are told apart by their names. */
export const MAX_COLUMNS = 500

/** Complete reports that one confirmation pays for: a slip costs no more than these. */
export const MAX_COMPLETE_AT_ONCE = 200

/**
 * What is shown of a list. Each but `marked` is one of the colours or states that its rows are counted by:
 * `unanswered` has ended without a verdict, `waiting` has not been asked or not been answered.
 */
export const PLATE_LIST_FILTERS = [
  'not_transferable',
  'with_alerts',
  'transferable',
  'unanswered',
  'waiting',
  'marked',
] as const
