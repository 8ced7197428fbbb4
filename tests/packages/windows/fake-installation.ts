import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { COMPILER } from '../../../build/packages/windows/programs.ts'

const run = promisify(execFile)
/** Compiles a program of these tests. @returns its path */
export async function buildTestProgram(name: 'fake-node' | 'same-group', outDir: string): Promise<string> {
  const out = join(outDir, `${name}.exe`)
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url))
  await run(COMPILER, ['-municode', '-static', '-Os', '-s', '-o', out, source])
  return out
}

/** Puts a version in an installation. @param script what its program does: see fake-node.c */
export async function addVersion(
  installDir: string,
  version: string,
  script: string,
  fakeNode: string,
): Promise<void> {
  const directory = join(installDir, 'versions', version)
  await mkdir(join(directory, 'out', 'main'), { recursive: true })
  await copyFile(fakeNode, join(directory, 'node.exe'))
  await writeFile(join(directory, 'out', 'main', 'web.js'), script)
  await writeFile(join(directory, 'edition.json'), '{"package":"windows","platform":"win32-x64"}')
  await writeFile(join(directory, 'node-options'), '--max-semi-space-size=1 --liftoff-only\n')
}

/** What the fake programs wrote, in order: `kind value`. */
export async function readRecord(path: string): Promise<string[]> {
  await mkdir(dirname(path), { recursive: true })
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\0').slice(0, -1)
}

export const valuesOf = (record: readonly string[], kind: string): string[] =>
  record.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1))
