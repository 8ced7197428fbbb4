import { commands, type CommandArgs, type CommandName } from '#shared/bridge/contract.ts'

const BEAT: CommandName = 'notifications.window'
const beatSchema = commands[BEAT].args.pick({ windowId: true })

/**
 * Window id in a heartbeat call, or `null` for any other call. Hosts remember it to report a closed window.
 */
export function windowIn(command: string, args: unknown): string | null {
  return command === BEAT ? (beatSchema.safeParse(args).data?.windowId ?? null) : null
}

/** Final beat of a window, sent by the host: a closing page is unreliable. */
export const lastBeat = (windowId: string): CommandArgs<typeof BEAT> => ({
  windowId,
  permission: 'default',
  visible: false,
  closing: true,
})
