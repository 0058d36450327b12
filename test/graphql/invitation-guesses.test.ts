import { beforeAll, expect, test } from 'vitest'
import { newSecret } from '../../src/lib/crypto/secret.ts'
import { addressIn, invitationsAt } from '../support/clients/invitations.ts'
import { sendFrom } from '../support/clients/send-from.ts'
import { keepDelays } from '../support/faults/kept-delays.ts'
import { useApp, useTenant } from '../support/use.ts'

const LOOK = 'query ($token: String!) { invitation(token: $token) { role } }'

const app = useApp()
const tenant = useTenant(app)

beforeAll(() => keepDelays(app))

test('wrong tokens delay the further attempts of their network only', async () => {
  const { token } = await invitationsAt(app).invite(tenant, addressIn(tenant, 'guessed'))
  const guess = (from: string, tried: string) =>
    sendFrom(from, app, { path: '/graphql', body: { query: LOOK, variables: { token: tried } } })
  const wrong = [newSecret('foin_', 256), 'foin_', '', `${token}x`, newSecret('foin_', 256)]
  for (const tried of wrong) expect((await guess('127.0.2.1', tried)).body.data).toEqual({ invitation: null })
  const delayed = await guess('127.0.2.1', token)
  expect(delayed.body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await guess('127.0.2.2', token)).body.data.invitation).not.toBeNull()
})
