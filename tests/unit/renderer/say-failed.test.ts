import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorTexts } from '#shared/text/errors.ts'

// A file that ran before in the same worker may have read these modules already.
beforeEach(() => void vi.resetModules())
afterEach(() => {
  vi.doUnmock('#renderer/app/toasts.ts')
  vi.doUnmock('#shared/text/errors.ts')
  vi.resetModules()
})

const failure = (code: 'cancelled' | 'disk-full') => ({ code, retryable: false })

/** `say-failed.ts` over a toast that is only remembered. */
async function setUp() {
  const showToast = vi.fn<(text: string, tone: string) => void>()
  vi.doMock('#renderer/app/toasts.ts', () => ({ showToast }))
  return { ...(await import('#renderer/app/say-failed.ts')), showToast }
}

test('says why, and what to do where that is asked for', async () => {
  const { sayFailed, sayFailedWithAdvice, showToast } = await setUp()
  const { title, advice } = errorTexts['disk-full']
  sayFailed(failure('disk-full'))
  await expect.poll(() => showToast.mock.lastCall).toEqual([title, 'failed'])
  sayFailedWithAdvice(failure('disk-full'))
  await expect.poll(() => showToast.mock.lastCall).toEqual([`${title} ${advice}`, 'failed'])
})

test('says nothing of what the user stopped', async () => {
  const { sayFailed, sayFailedWithAdvice, showToast } = await setUp()
  sayFailed(failure('cancelled'))
  sayFailed(failure('cancelled'), () => ({ title: 'Parado' }))
  sayFailedWithAdvice(failure('cancelled'))
  await import('#shared/text/errors.ts')
  await Promise.resolve()
  expect(showToast).not.toHaveBeenCalled()
})

test('says that it was not done where the words cannot be read', async () => {
  vi.doMock('#shared/text/errors.ts', () => {
    throw new Error('the file is gone')
  })
  const { sayFailed, showToast } = await setUp()
  sayFailed(failure('disk-full'))
  const told = 'No se ha podido hacer. Recarga la ventana y prueba otra vez.'
  await expect.poll(() => showToast.mock.lastCall).toEqual([told, 'failed'])
})
