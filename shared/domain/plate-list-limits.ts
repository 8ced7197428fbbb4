/** Characters of what belongs to a list of plates; apart from its schemas, which the windows do not load. */
export const MAX_LIST_NAME = 80
export const MAX_ROW_NOTE = 500
/** Of a line of the list, as shown. */
export const MAX_LINE_TEXT = 200

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
