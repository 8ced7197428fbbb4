import { expect, test } from '@playwright/test'
import { injectContent } from './content-page.ts'

const vrms = (plates: readonly { vrm: string }[]) => plates.map(({ vrm }) => vrm)

test('plates split over inline elements are one, over cells and blocks they are not', async ({ page }) => {
  await page.setContent(`
    <p><b>1234</b> <span>BCD</span> y <i>56</i>78<em>-FGH</em></p>
    <table><tr><td>9012</td><td>JKL</td></tr></table>
    <div>3456</div><div>LMN</div>
    <div style="display:flex;gap:40px"><span>7890</span><span>PRS</span></div>
    <div style="display:flex"><span>Golf</span><span>2345TVW</span><span>rojo</span></div>
    <p>Golf<b>2222</b>BBB</p>
    <p><span style="display:inline-block">4567</span><span style="display:inline-block;margin-left:4px">WXY</span></p>
    <p><span style="display:inline-block">4567</span><span style="display:inline-block;margin-left:90px">WXZ</span></p>
    <p>1111<br>BBB</p><p>1111\n        BBB</p><pre>3333\nBBB</pre>
    <p>B&shy;BB 5555&nbsp;&nbsp;CCC 66&#8203;66DDD</p>`)
  const content = await injectContent(page)
  expect(vrms(await content.plates())).toEqual([
    '1234BCD',
    '5678FGH',
    '2345TVW',
    '4567WXY',
    '1111BBB',
    '5555CCC',
    '6666DDD',
  ])
})
