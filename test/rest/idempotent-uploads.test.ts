import { expect, test } from 'vitest'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const replayed = ({ headers }: { headers: globalThis.Headers }) => headers.get('idempotency-replayed')
const countImports = async () => (await app.database.pool.query('select from import_runs')).rowCount ?? 0

test('an upload is done once for its key, with any boundaries of its forms, and another file is refused', async () => {
  const rows = 'file@upload.example,"1\r\n2"\n'.repeat(1_500)
  const send = (boundary: string, file: string) =>
    app.call('POST', '/api/v3/customers/import', {
      headers: {
        ...tenant.keyAndAdmin,
        'Idempotency-Key': 'upload',
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
      },
      body: `--${boundary.replaceAll('"', '')}\r
Content-Disposition: form-data; name="csv_file"; filename="c.csv"\r
\r
email,name\n${rows}${file}\r
--${boundary.replaceAll('"', '')}--\r
`,
    })
  const before = await countImports()
  const first = await send('one', 'a@upload.example,A')
  expect([first.status, replayed(first)]).toEqual([202, null])
  for (const boundary of ['one', 'WebKitFormBoundary7MA4YWxkTrZu0gW', '"two words"']) {
    const retried = await send(boundary, 'a@upload.example,A')
    expect([retried.text, replayed(retried)]).toEqual([first.text, 'true'])
  }
  expect((await send('one', 'b@upload.example,B')).status).toBe(422)
  expect(await countImports()).toBe(before + 1)
})
