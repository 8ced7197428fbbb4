import * as z from 'zod'

/**
 * Three primitives of the bridge. A *command* is a request with an answer. A *topic* is pushed by the core. A
 * *transfer* moves bytes, `in` to the core or `out` of it, with progress and cancel.
 */
export interface Command<A extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly primitive: 'command'
  readonly args: A
  readonly result: R
}

export interface Topic<P extends z.ZodType = z.ZodType> {
  readonly primitive: 'topic'
  readonly payload: P
}

export interface TransferOut<A extends z.ZodType = z.ZodType> {
  readonly primitive: 'transfer'
  readonly direction: 'out'
  readonly args: A
}

export interface TransferIn<A extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly primitive: 'transfer'
  readonly direction: 'in'
  readonly args: A
  readonly result: R
  /** Maximum bytes of the body. A larger body is refused with `file-too-large`. */
  readonly maxBytes: number
}

export function command<A extends z.ZodType, R extends z.ZodType>(args: A, result: R): Command<A, R> {
  return { primitive: 'command', args, result }
}

export function topic<P extends z.ZodType>(payload: P): Topic<P> {
  return { primitive: 'topic', payload }
}

export function transferOut<A extends z.ZodType>(args: A): TransferOut<A> {
  return { primitive: 'transfer', direction: 'out', args }
}

export function transferIn<A extends z.ZodType, R extends z.ZodType>(
  args: A,
  result: R,
  maxBytes: number,
): TransferIn<A, R> {
  return { primitive: 'transfer', direction: 'in', args, result, maxBytes }
}

/** Schema for a command without arguments or without a result. */
export const none = z.object({})
