import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compactScripts, stageLoaded, stageModules } from '../../build/packages/stage.ts'
import { forbiddenIn } from '../../build/packages/contents.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ventanilla-drawing-'))
})
afterAll(() => rm(dir, { recursive: true }))

const draw = (from: string) =>
  execFileSync(process.execPath, [
    '-e',
    `const Document = require('node:module').createRequire(${JSON.stringify(join(from, 'out/main/service.js'))})('pdfkit')
    const sheet = new Document()
    sheet.pipe(process.stdout)
    sheet.font('Helvetica-Bold').text('Matrícula').font('Helvetica').text('1234 BCD')
    sheet.end()`,
  ]).toString('latin1')

test('an installation draws the documents of the service with its own files', async () => {
  const root = process.cwd()
  await stageModules(root, dir, 'linux-x64')
  await compactScripts(join(dir, 'node_modules'))
  expect(draw(dir)).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/)
  expect(
    await forbiddenIn([join(dir, 'node_modules', 'pdfkit'), join(dir, 'node_modules', 'fontkit')]),
  ).toEqual([])
})

test('without its fonts it draws nothing', async () => {
  const bare = join(dir, 'bare')
  await stageLoaded(process.cwd(), bare, ['pdfkit'])
  expect(() => draw(bare)).toThrow(/standard-fonts/)
})
