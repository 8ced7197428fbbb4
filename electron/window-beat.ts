import { commands, type CommandArgs, type CommandName } from '#shared/bridge/contract.ts'

const BEAT: CommandName = 'notifications.window'
const beatSchema = commands[BEAT].args

/** Heartbeat in a call, or `null` for any other call. */
export const beatIn = (command: string, args: unknown): CommandArgs<typeof BEAT> | null =>
  command === BEAT ? (beatSchema.safeParse(args).data ?? null) : null

/** Window id in a heartbeat call, or `null`. Hosts remember it to report a closed window. */
export const windowIn = (command: string, args: unknown): string | null =>
  beatIn(command, args)?.windowId ?? null

/** Final beat of a window, sent by the host: a closing page is unreliable. */
export const lastBeat = (windowId: string): CommandArgs<typeof BEAT> => ({
  windowId,
  permission: 'default',
  visible: false,
  closing: true,
})
