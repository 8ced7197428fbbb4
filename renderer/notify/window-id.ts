/** Id of this window while its page is loaded. The core elects one window to raise the notifications. */
export const windowId: string = crypto.randomUUID()
