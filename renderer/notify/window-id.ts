/** This window, for as long as its page lives: the core elects one of them to raise the notifications. */
export const windowId: string = crypto.randomUUID()
