/** Keys that the extension suggests to the browser, where the user changes them. */
export const EXTENSION_KEYS = { lookUp: 'Alt+Shift+V', scan: 'Alt+Shift+M' } as const
