import { expect } from '@playwright/test'
import { chromiumArgs, findChromium } from '../system.ts'
import { test } from './cases-fixture.ts'

// Without a window of its own Chromium has no notifications, and so no worker.
test.use({ launchOptions: { executablePath: findChromium() ?? '', args: [...chromiumArgs] } })

test('what nothing catches in the page ends in the log, without names, and on screen', async ({
  desk,
  first,
}) => {
  const log = async () => (await desk.control.call('diagnosis.log', {})).text
  await first.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown in the page for "Ana Pérez", 1234 BCD')
    })
    void Promise.reject(new Error('rejected in the page'))
  })
  await expect(first.getByText(/ha fallado algo por dentro/)).toBeVisible()
  await expect.poll(log).toContain('rejected in the page')
  expect(await log()).toMatch(/ error page: .*thrown in the page/)
  expect(await log()).not.toMatch(/Ana Pérez|1234 BCD/)
  // The page goes on.
  await first.getByRole('button', { name: 'Entendido' }).click()
  await expect(first.getByText(/ha fallado algo por dentro/)).toBeHidden()
})

test('what nothing catches in the notification worker too, with no window left', async ({
  desk,
  first,
  context,
}) => {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await first.goto('about:blank')
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown in the worker')
    })
    void Promise.reject(new Error('rejected in the worker'))
  })
  const log = async () => (await desk.control.call('diagnosis.log', {})).text
  await expect.poll(log).toMatch(/an error in the worker that nothing caught: Error: thrown in the worker/)
  await expect.poll(log).toContain('rejected in the worker')
})
