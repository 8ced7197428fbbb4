import { scenes } from './scenes.ts'

/**
 * `npm run gallery`: every scene of the harness by its name, in an index. A state that needs steps after its scene is in
 * `states*.ts`, and its picture in `test-results/states/` after `npm run test:screens`.
 */

const part = (id: string) => document.getElementById(id)!
const index = part('index')
const screen = part('screen') as HTMLIFrameElement
const find = part('find') as HTMLInputElement
const theme = part('theme') as HTMLSelectElement
const width = part('width') as HTMLSelectElement

/** Names by the screen that their first word says. */
function groups(): Map<string, string[]> {
  const found = Object.keys(scenes).filter((name) => name.includes(find.value.trim().toLowerCase()))
  return Map.groupBy(found.toSorted(), (name) => name.split('-')[0] ?? name)
}

function list(): void {
  const shown = location.hash.slice(1)
  index.replaceChildren(
    ...[...groups()].flatMap(([group, names]) => {
      const title = document.createElement('h2')
      title.textContent = group
      return [
        title,
        ...names.map((name) => {
          const link = document.createElement('a')
          link.href = `#${name}`
          link.textContent = name
          if (name === shown) link.setAttribute('aria-current', 'page')
          return link
        }),
      ]
    }),
  )
}

function show(): void {
  const name = location.hash.slice(1)
  list()
  if (!(name in scenes)) return
  index.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  document.title = `${name} · gallery`
  document.documentElement.style.colorScheme = theme.value
  screen.style.width = width.value
  screen.src = `/consulta?${new URLSearchParams({ state: name, theme: theme.value })}`
}

theme.value = sessionStorage.getItem('gallery-theme') ?? 'light'
find.addEventListener('input', list)
theme.addEventListener('change', () => {
  sessionStorage.setItem('gallery-theme', theme.value)
  show()
})
width.addEventListener('change', () => (screen.style.width = width.value))
addEventListener('hashchange', show)
if (location.hash === '') location.replace(`#${Object.keys(scenes)[0]}`)
show()
