import { expect, test } from 'vitest'
import { commandsIn, unlabelledBlocks } from '#tests/docs/page-commands.ts'

const page = `# First
Run \`npm run lint\` or \`TRACE=1 node_modules/.bin/vitest run\`, not \`relay.db\`.

## Second

1. A step:

   \`\`\`sh
   # A comment.
   npm run relay -- \\
     status

   curl -i http://127.0.0.1/
   \`\`\`

\`\`\`json
{"npm":"npm ci"}
\`\`\`

\`\`\`
unlabelled
\`\`\`

| \`npm run build\` | builds |
`

test('commands are found in blocks and in sentences, in the order of the page', () => {
  const found = commandsIn('a.md', page)
  expect(found.map(({ line, section, text, isBlock }) => [line, section, text, isBlock])).toEqual([
    [2, 'First', 'npm run lint', false],
    [2, 'First', 'TRACE=1 node_modules/.bin/vitest run', false],
    [11, 'Second', 'npm run relay -- status', true],
    [13, 'Second', 'curl -i http://127.0.0.1/', true],
    [24, 'Second', 'npm run build', false],
  ])
})

test('a block without a language is found', () => {
  expect(unlabelledBlocks(page)).toEqual([20])
})
