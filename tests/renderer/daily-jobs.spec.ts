import { type Cost, createHand, type Device, type Hand, type HandFile } from '#tests/e2e/counted-hand.ts'
import { called, open, untilItConfirms, verdict } from './actions.ts'
import { verdict as reportOf, view as viewOf } from './harness/scene-base.ts'
import { detail, line, ILLEGIBLE } from './inbox-page.ts'
import { button } from './procedure-actions.ts'
import { expect, type Page, test } from './seeded-test.ts'

/**
 * Five jobs of every day at the desk, by keyboard alone and by mouse alone. A cost above its bound is a failure, and one
 * below it is a new bound. The jobs of tests/e2e/jobs.spec.ts have exact counts, over the real core.
 */
interface Job {
  title: string
  state: string
  /** What the office has before. Nothing of it is counted. */
  prepare?: (page: Page) => Promise<void>
  run: (hand: Hand, page: Page) => Promise<void>
  most: Readonly<Record<Device, Pick<Cost, 'keys' | 'clicks'>>>
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
/** One thing to do: by its key, or by its place on screen. */
const act = (hand: Hand, key: string, target: Parameters<Hand['click']>[0]) =>
  hand.device === 'keyboard' ? hand.press(key) : hand.click(target)

const MESSAGE = [
  'Te paso la venta del 8097 MWK.',
  'Base imponible: 8.250,50 €. Factura n.º F-2026/0859. Contrato de 12/11/2026.',
  'Vendedor: Autos Lozano SL, CIF B12345674.',
  'Comprador: Nuria Ferrer Castell, DNI 12345678Z.',
].join('\n')
const PAPER: HandFile = { name: 'dni.pdf', content: '%PDF-1.4\n1 0 obj\n%%EOF' }

const JOBS: readonly Job[] = [
  {
    title: 'a plate is looked up, and its answer says whether it transfers',
    state: 'empty-with-history',
    prepare: (page) =>
      page.evaluate(
        (known) => {
          window.bridge.scene.start = () => ({ ok: true, value: known })
        },
        viewOf('8097MWK', { latest: reportOf('8097MWK', 'transferable', 5_000) }),
      ),
    async run(hand, page) {
      await hand.type('8097MWK')
      await act(hand, 'Enter', page.getByRole('option', { name: /8 0 9 7/ }).first())
      await expect(verdict(page).getByRole('heading', { name: 'Transferible', exact: true })).toBeVisible()
      await expect(verdict(page)).toHaveClass(/verdict--solid/)
    },
    most: { keyboard: { keys: 8, clicks: 0 }, mouse: { keys: 7, clicks: 1 } },
  },
  {
    title: 'a transfer is begun from its verdict, and comes to its review',
    state: 'transferable',
    prepare: (page) =>
      page.evaluate(async (words) => {
        await navigator.clipboard.writeText(words)
        // The core begins a draft with the user's remembered address.
        const { bridge } = window
        const { call } = bridge
        bridge.call = ((name: string, args: { fields: object }) => {
          const fields = { ...args.fields, userEmail: 'marta@gestoriaribera.example' }
          return call.call(
            bridge,
            name as never,
            (name === 'procedures.draft-create' ? { ...args, fields } : args) as never,
          )
        }) as typeof call
      }, MESSAGE),
    async run(hand, page) {
      await act(hand, 'Alt+t', button(page, 'Transferencia'))
      await expect(page.getByLabel('Base imponible')).toBeFocused()
      if (hand.device === 'keyboard') await hand.press('Control+V')
      else await hand.dropText(MESSAGE)
      const take = button(page, /^Tomar los \d marcados/)
      await expect(take).toBeEnabled()
      await expect(page.locator('[data-offer] input:enabled').first()).toBeFocused()
      await act(hand, 'Enter', take)
      await expect(heading(page, 'Revisa antes de enviar')).toBeVisible()
    },
    most: { keyboard: { keys: 3, clicks: 0 }, mouse: { keys: 0, clicks: 3 } },
  },
  {
    title: 'the mandate of the buyer of a file is sent to sign',
    state: 'file-page',
    prepare: (page) =>
      page.evaluate(() => {
        const values = { email: 'nuria@correo.example' }
        const source = { from: 'signature-request', id: 'sr-9', at: window.client.now(), values }
        window.bridge.scene.known = { '12345678Z': [source as never] }
      }),
    async run(hand, page) {
      const mandate = button(page, /^Mandato del adquirente/)
      if (hand.device === 'keyboard') {
        for (const key of ['f', 'Tab', 'Enter']) await hand.press(key)
      } else await hand.click(mandate)
      await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
      await untilItConfirms(page)
      await act(hand, 'Control+Enter', button(page, 'Enviar a firmar'))
      await expect.poll(() => called(page, 'signature-requests.send')).toHaveLength(1)
    },
    most: { keyboard: { keys: 4, clicks: 0 }, mouse: { keys: 0, clicks: 2 } },
  },
  {
    title: 'a paper is attached to an incident, which is marked as solved',
    state: 'file-page',
    async run(hand, page) {
      if (hand.device === 'keyboard') await hand.pasteFiles([PAPER])
      else await hand.dropFiles([PAPER])
      const send = button(page, 'Subir y marcar como resuelta')
      await expect(send).toBeEnabled()
      if (hand.device === 'mouse') await hand.click(send)
      else {
        // Enter right after the paste sends nothing: the button is reached on purpose.
        const isReached = () => send.evaluate((element) => element === document.activeElement)
        while (!(await isReached()) && hand.cost.keys < 20) await hand.press('Tab')
        await hand.press('Enter')
      }
      await expect.poll(() => called(page, 'attachments.add')).toMatchObject([{ incidentId: 'i1' }])
    },
    most: { keyboard: { keys: 7, clicks: 0 }, mouse: { keys: 0, clicks: 2 } },
  },
  {
    title: 'a client is answered from a change in Novedades',
    state: 'inbox',
    async run(hand, page) {
      if (hand.device === 'keyboard') {
        for (const key of ['j', 'Enter']) await hand.press(key)
      } else {
        await hand.click(line(page, ILLEGIBLE))
        await hand.click(detail(page).getByRole('button', { name: /^Abrir expediente/ }))
      }
      await heading(page, 'Actividad').waitFor()
      await act(hand, 'w', button(page, /^Al cliente/))
      const dialog = page.getByRole('dialog', { name: 'Mensaje para el cliente' })
      await expect(dialog.getByRole('button', { name: 'Copiar' })).toBeEnabled()
      await act(hand, 'Enter', dialog.getByRole('button', { name: 'Copiar' }))
      await expect(page.getByText('Mensaje copiado entero')).toBeVisible()
    },
    most: { keyboard: { keys: 4, clicks: 0 }, mouse: { keys: 0, clicks: 4 } },
  },
]

for (const device of ['keyboard', 'mouse'] as const)
  test.describe(`by ${device} alone`, () => {
    for (const { title, state, prepare, run, most } of JOBS)
      test(title, async ({ page }) => {
        await open(page, state)
        await prepare?.(page)
        const hand = createHand(page, device)
        await run(hand, page)
        const { keys, clicks } = hand.cost
        test.info().annotations.push({ type: 'cost', description: `${keys} keys, ${clicks} clicks` })
        expect({ keys, clicks }).toEqual({
          keys: Math.min(keys, most[device].keys),
          clicks: Math.min(clicks, most[device].clicks),
        })
      })
  })
