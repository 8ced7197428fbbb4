import type * as z from 'zod'
import {
  commands,
  transfers,
  type CheckedArgs,
  type CommandName,
  type CommandResult,
  type TopicName,
  type TopicPayload,
  type TransferInName,
  type TransferInResult,
  type TransferOutName,
} from '#shared/bridge/contract.ts'
import type { TopicFrame } from '#shared/bridge/frames.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { safeFileName } from '#shared/domain/service-document-name.ts'
import { isAllowedLocked, isHeardLocked } from './slices.ts'

/** One handler per command. A missing handler does not compile. */
export type CommandHandlers = {
  [N in CommandName]: (args: CheckedArgs<N>) => Promise<Result<CommandResult<N>>> | Result<CommandResult<N>>
}

/** Handlers of the commands with this name prefix. */
export type CommandsOf<P extends string> = Pick<CommandHandlers, Extract<CommandName, `${P}.${string}`>>

/** Outgoing bytes, with the data a host needs to offer them as a file. */
export interface OutboundFile {
  filename: string
  contentType: string
  bytes: AsyncIterable<Uint8Array>
}

export type TransferHandlers = {
  [N in TransferOutName]: (
    args: z.infer<(typeof transfers)[N]['args']>,
    signal: AbortSignal,
  ) => Promise<Result<OutboundFile>>
} & {
  [N in TransferInName]: (
    args: z.infer<(typeof transfers)[N]['args']>,
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) => Promise<Result<TransferInResult<N>>>
}

/** Handlers of the transfers with this name prefix. */
export type TransfersOf<P extends string> = Pick<
  TransferHandlers,
  Extract<keyof TransferHandlers, `${P}.${string}`>
>

/** The core's side of the bridge, for a host. It never throws: every outcome is a `Result`. */
export interface Router {
  call(name: string, args: unknown): Promise<Result<unknown>>
  /** Subscribes to every topic, in order, until the returned function is called. */
  subscribe(listener: (frame: TopicFrame) => void): () => void
  send(name: string, args: unknown, signal: AbortSignal): Promise<Result<OutboundFile>>
  receive(
    name: string,
    args: unknown,
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<Result<unknown>>
}

export interface Broadcaster {
  publish<N extends TopicName>(name: N, payload: TopicPayload<N>): void
}

export interface RouterDeps {
  handlers: CommandHandlers
  transferHandlers: TransferHandlers
  /** Called for every exception of a handler. Returns the error for the window. */
  onCrash: (where: string, error: unknown) => AppError
  /** True if an administrator's settings forbid the command. Called with the checked arguments. */
  isRefused?: <N extends CommandName>(name: N, args: CheckedArgs<N>) => boolean
  /** True while the windows are locked. Almost every command is then refused (`electron/core/bridge/slices.ts`). */
  isLocked?: () => boolean
  /** True if the windows are locked because an administrator requires a PIN, and there is none yet. */
  needsPin?: () => boolean
}

/**
 * Router that checks the name, the lock, the arguments and the administrator's settings, then runs the handler. The
 * host has already checked the sender.
 */
export function createRouter(deps: RouterDeps): Router & Broadcaster {
  const {
    handlers,
    transferHandlers,
    onCrash,
    isRefused = () => false,
    isLocked = () => false,
    needsPin = () => false,
  } = deps
  const listeners = new Set<(frame: TopicFrame) => void>()

  const guard = async <T>(where: string, run: () => Promise<Result<T>> | Result<T>): Promise<Result<T>> => {
    try {
      return await run()
    } catch (error) {
      return fail(onCrash(where, error))
    }
  }

  return {
    async call(name, args) {
      if (!isCommand(name)) return fail(unknownName(name))
      const refused = () => isLocked() && !isAllowedLocked(name, needsPin())
      if (refused()) return fail(appError('locked'))
      const parsed = commands[name].args.safeParse(args)
      if (!parsed.success) return fail(badArguments(parsed.error))
      if (isRefused(name, parsed.data)) return fail(appError('managed'))
      const answer = await guard(name, () => invoke(handlers, name, parsed.data))
      // The windows were locked while the command ran. Its effects remain, but its result is withheld.
      return refused() && !isLockItself(name) ? fail(appError('locked')) : answer
    },

    async send(name, args, signal) {
      if (!isTransfer(name, 'out')) return fail(unknownName(name))
      if (isLocked()) return fail(appError('locked'))
      const parsed = transfers[name].args.safeParse(args)
      if (!parsed.success) return fail(badArguments(parsed.error))
      return guard(name, async () => {
        const file = await open(transferHandlers, name, parsed.data, signal)
        return file.ok ? ok({ ...file.value, filename: safeFileName(file.value.filename) }) : file
      })
    },

    async receive(name, args, body, signal) {
      if (!isTransfer(name, 'in')) return fail(unknownName(name))
      if (isLocked()) return fail(appError('locked'))
      const { args: schema, maxBytes } = transfers[name]
      const parsed = schema.safeParse(args)
      if (!parsed.success) return fail(badArguments(parsed.error))
      return guard(name, async () => {
        const limited = limitBytes(body, maxBytes)
        const result = await take(transferHandlers, name, parsed.data, limited.bytes, signal)
        // The windows were locked during the upload. The upload is kept, but its result is withheld.
        if (isLocked()) return fail(appError('locked'))
        return limited.exceeded() ? fail(appError('file-too-large')) : result
      })
    },

    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    publish(topic, payload) {
      const frame = { topic, payload }
      if (isLocked() && !isHeardLocked(frame)) return
      for (const listener of listeners) listener(frame)
    },
  }
}

/** True for `lock.now`, which may answer while locked. Its answer holds only the state of the lock. */
const isLockItself = (name: CommandName): boolean => name === 'lock.now'

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

function isTransfer(name: string, direction: 'in'): name is TransferInName
function isTransfer(name: string, direction: 'out'): name is TransferOutName
function isTransfer(name: string, direction: 'in' | 'out'): boolean {
  return Object.entries(transfers).some(
    ([known, { direction: goes }]) => known === name && goes === direction,
  )
}

/** Casts the handler: TypeScript cannot infer that `args` belongs to `name`, although both come from the same row. */
function invoke(
  handlers: CommandHandlers,
  name: CommandName,
  args: unknown,
): Promise<Result<unknown>> | Result<unknown> {
  const handler = handlers[name] as (args: unknown) => Promise<Result<unknown>> | Result<unknown>
  return handler(args)
}

/** Casts the handler like `invoke`. */
function open(
  handlers: TransferHandlers,
  name: TransferOutName,
  args: unknown,
  signal: AbortSignal,
): Promise<Result<OutboundFile>> {
  const handler = handlers[name] as (args: unknown, signal: AbortSignal) => Promise<Result<OutboundFile>>
  return handler(args, signal)
}

/** Casts the handler like `invoke`. */
function take(
  handlers: TransferHandlers,
  name: TransferInName,
  args: unknown,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const handler = handlers[name] as (
    args: unknown,
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ) => Promise<Result<unknown>>
  return handler(args, body, signal)
}

const unknownName = (name: string): AppError =>
  appError('invalid-request', { detail: `unknown: ${name.slice(0, 60)}` })

function badArguments(error: z.ZodError): AppError {
  const first = error.issues[0]
  return appError('invalid-request', { detail: first ? `${first.path.join('.')}: ${first.message}` : '' })
}

/** Ends the stream at `max` bytes and records the excess, even if the handler ignores the rest. */
function limitBytes(
  body: AsyncIterable<Uint8Array>,
  max: number,
): { bytes: AsyncIterable<Uint8Array>; exceeded: () => boolean } {
  let exceeded = false
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let total = 0
    for await (const chunk of body) {
      total += chunk.byteLength
      if (total > max) {
        exceeded = true
        return
      }
      yield chunk
    }
  }
  return { bytes: bytes(), exceeded: () => exceeded }
}
