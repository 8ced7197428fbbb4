import { spawn } from 'node:child_process'

/** Output kept of a failed part: tools report failures at their end. */
const KEPT_CHARACTERS = 6_000

/** Outcome of a part, and the end of its output (at most 6,000 characters). */
export interface Ran {
  passed: boolean
  end: string
}

/** Runs a command, passing on its output live. A command that cannot be started has failed, and its end says why. */
export function runPart(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  say: (chunk: Buffer) => unknown = (chunk) => process.stdout.write(chunk),
): Promise<Ran> {
  return new Promise((resolve) => {
    let end = ''
    const hear = (chunk: Buffer) => {
      say(chunk)
      end = `${end}${chunk.toString()}`.slice(-KEPT_CHARACTERS)
    }
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('error', (error) => resolve({ passed: false, end: String(error) }))
    child.on('close', (code) => resolve({ passed: code === 0, end }))
  })
}
