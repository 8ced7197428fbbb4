import { commands, type CommandArgs, type CommandName } from '#shared/bridge/contract.ts'

const BEAT: CommandName = 'notifications.window'
const beatSchema = commands[BEAT].args.pick({ windowId: true })

/** Who a window says that it is, if this is a call of its beat. Hosts remember it: they see when a window is gone. */
export function windowIn(command: string, args: unknown): string | null {
  return command === BEAT ? (beatSchema.safeParse(args).data?.windowId ?? null) : null
}

/** The last that is heard of a window: a page on its way out cannot be relied on to say it. */
export const lastBeat = (windowId: string): CommandArgs<typeof BEAT> => ({
  windowId,
  permission: 'default',
  visible: false,
  closing: true,
})
