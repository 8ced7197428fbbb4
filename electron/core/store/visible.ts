/**
 * What has not been blocked (core/retention): every query that shows, counts or finds resources says this. What is
 * blocked is kept sealed for a while, in case somebody is answerable for it, and nobody sees it.
 */
export const VISIBLE = 'blocked_at IS NULL'
