import { afterEach, expect, test, vi } from 'vitest'
import { errorTexts } from '#shared/text/errors.ts'

afterEach(() => {
  vi.doUnmock('#shared/text/errors.ts')
  vi.resetModules()
})

const failure = (code: 'cancelled' | 'disk-full') => ({ code, retryable: false })

/** Its own toasts, with the words of errors as they can be read. */
async function setUp() {
  vi.doMock('#renderer/ui-state/toasts.ts', () => ({ showToast: vi.fn<() => void>() }))
  const { showToast } = await import('#renderer/ui-state/toasts.ts')
  return { ...(await import('#renderer/ui-state/say-failed.ts')), showToast }
}

test('says why, and what to do where that is asked for', async () => {
  const { sayFailed, sayFailedWithAdvice, showToast } = await setUp()
  const { title, advice } = errorTexts['disk-full']
  sayFailed(failure('disk-full'))
  await vi.waitFor(() => expect(showToast).toHaveBeenLastCalledWith(title, 'failed'))
  sayFailedWithAdvice(failure('disk-full'))
  await vi.waitFor(() => expect(showToast).toHaveBeenLastCalledWith(`${title} ${advice}`, 'failed'))
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
  await vi.waitFor(() =>
    expect(showToast).toHaveBeenLastCalledWith(
      'No se ha podido hacer. Recarga la ventana y prueba otra vez.',
      'failed',
    ),
  )
})
