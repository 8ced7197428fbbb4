/**
 * Condition for resources that are not blocked (`electron/core/features/retention/retention.ts`). Every query that
 * shows, counts or finds resources uses it. Blocked resources are stored for a while for accountability, and never
 * shown.
 */
export const VISIBLE = 'blocked_at IS NULL'
