/**
 * Condition for resources that are not blocked (core/retention), used by every query that shows, counts or
 * finds them. Blocked ones are kept sealed for a while for accountability, and never shown.
 */
export const VISIBLE = 'blocked_at IS NULL'
