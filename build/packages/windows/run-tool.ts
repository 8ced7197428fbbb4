import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAX_OUTPUT = 16 * 2 ** 20

/** @throws with what the program says, or that it is not here */
export async function runTool(
  program: string,
  args: readonly string[],
  { env }: { env: NodeJS.ProcessEnv },
): Promise<void> {
  try {
    await run(program, [...args], { env, maxBuffer: MAX_OUTPUT })
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string }
    const why =
      code === 'ENOENT'
        ? 'not here: packages for Windows need nsis and gcc-mingw-w64-x86-64 of Debian'
        : `${stdout}${stderr}`
    throw new Error(`${program}: ${why}`, { cause: error })
  }
}
