import { expect, test } from 'vitest'
import { DATA_AREAS, OAUTH_AREAS, REFUSAL_AREAS } from '../rest/recorded/areas.ts'
import { recordedNames, routesWithout } from '../support/recording/coverage.ts'

const AREAS = [...DATA_AREAS, ...OAUTH_AREAS, ...REFUSAL_AREAS]

test('every recording belongs to a scenario, and every scenario has one', () => {
  expect(recordedNames().sort()).toEqual(AREAS.map(({ name }) => name).sort())
})

test('every route has a recorded success', () => {
  expect(routesWithout(200, 299)).toEqual([])
})

test('every route but the metadata of the server, which refuses nothing, has a recorded refusal', () => {
  expect(routesWithout(400, 499)).toEqual(['GET /.well-known/oauth-authorization-server'])
})
