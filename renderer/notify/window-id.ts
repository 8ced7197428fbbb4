/** Id of this window while its page lives: the core elects one window to raise the notifications. */
export const windowId: string = crypto.randomUUID()
