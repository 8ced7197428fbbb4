export const MAX_LISTED = 5000
