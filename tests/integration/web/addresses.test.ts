import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAppFiles } from '#electron/shell/page-session.ts'
import { routeFrom } from '#renderer/app/route.ts'
import { DETAILS, VIEWS } from '#renderer/app/routes.ts'
import { parseDeepLink, placeSchema, routeSchema } from '#shared/bridge/route.ts'
import { isItemView, ITEM_VIEWS, routePath, ROUTES, VIEW_NAMES } from '#shared/bridge/routes.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startWebHost, type WebHostFixture } from './web-host.ts'

let web: WebHostFixture
beforeEach(async () => {
  web = await startWebHost()
})
afterEach(() => web.close())
afterAll(removeTemporaryDirectories)

const views = Object.keys(ROUTES) as (keyof typeof ROUTES)[]
const document = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
/** An id of each kind of item. */
const idOf = (view: string) =>
  view === 'dealer' || view === 'ledger-client' ? clientDealerId('Autos Peña, S.L.') : 'x-1'

test('the table has every route of the schema, and the renderer a page for each', () => {
  const schema = routeSchema.options.flatMap(({ shape }) => [...shape.view.values])
  expect(views.toSorted()).toEqual(schema.toSorted())
  expect([...Object.keys(VIEWS), ...Object.keys(DETAILS)].toSorted()).toEqual(schema.toSorted())
})

describe.each(views)('%s', (view) => {
  const route = routeSchema.parse(isItemView(view) ? { view, id: idOf(view) } : { view })

  test('its address answers in a browser: after a reload, by a bookmark, in a restored tab', async () => {
    const answer = await web.ask(routePath(route), { headers: document })
    expect(answer).toMatchObject({ status: 200, body: '<!doctype html><title>Ventanilla</title>' })
  })

  test('its address without a session says how to open it again', async () => {
    const answer = await web.ask(routePath(route), { headers: { ...document, cookie: undefined } })
    expect(answer.status).toBe(401)
    expect(answer.body).toContain('Abre Ventanilla otra vez')
  })

  test('its address answers in the desktop window', async () => {
    const rendererDir = await temporaryDirectory()
    await mkdir(join(rendererDir, 'assets'))
    await writeFile(join(rendererDir, 'index.html'), 'the page')
    const answer = await createAppFiles(rendererDir)(new Request(`app://ventanilla${routePath(route)}`))
    expect([answer.status, await answer.text()]).toEqual([200, 'the page'])
  })

  test('its link opens it', () => {
    const { link } = ROUTES[view]
    const id = 'id' in route ? `/${encodeURIComponent(route.id)}` : ''
    expect(parseDeepLink(`ventanilla://${link}${id}`)).toEqual(route)
    expect(placeSchema.parse({ route })).toEqual({ route })
  })

  test('a reload opens it again', () => {
    const { view: _, ...kept } = route
    expect(routeFrom({ ...kept, ...(isItemView(view) && { item: view }) }, routePath(route))).toEqual(route)
  })
})

test('no two routes share an address or a link name', () => {
  const paths = VIEW_NAMES.map((view) => ROUTES[view].path)
  const links = [...VIEW_NAMES, ...ITEM_VIEWS].map((view) => ROUTES[view].link)
  expect(new Set(paths).size).toBe(paths.length)
  expect(new Set(links).size).toBe(links.length)
})

test('an address that is none says so, and leads back', async () => {
  const answer = await web.ask('/expedientes/nada', { headers: document })
  expect(answer.status).toBe(404)
  expect(answer.body).toContain('href="/consulta"')
  const script = await web.ask('/assets/nothing.js', { headers: { 'sec-fetch-dest': 'script' } })
  expect(script).toMatchObject({ status: 404, body: '' })
})
