import { assertSame, assertThat, type Chapter } from '../check.ts'
import type { Body } from '../client.ts'
import type { Target } from '../target.ts'
import { make } from '../things.ts'
import { keepCustomer } from './posts.ts'

const POSTS = '/api/v3/feature_requests'
const VOTES = '/api/v3/votes_on_behalf'

/** Contract 3.6: votes and subscribers of a post. */
export const votes: Chapter = {
  name: 'votes',
  section: '3.6',
  checks: () => [
    {
      name: 'A person has one vote on a post, which changes its direction and can be withdrawn',
      needs: ['write', 'session', `POST ${VOTES}`],
      run: vote,
    },
    {
      name: 'The voters of a post are the people who voted',
      needs: ['write', 'session', `GET ${POSTS}/{id}/voters`],
      run: listVoters,
    },
    {
      name: 'A person subscribes once, and unsubscribes',
      needs: ['write', `POST ${POSTS}/{id}/subscribers`, `DELETE ${POSTS}/{id}/subscribers`],
      run: subscribe,
    },
  ],
}

async function vote(target: Target): Promise<void> {
  const { things, call } = target
  const { id } = await make(target, POSTS, { title: things.name('Voted') })
  const by_email = things.email('carol')
  const counts = async () => {
    const { votes_count, downvotes_count } = (await call('GET', `${POSTS}/${id}`)).body
    return [votes_count, downvotes_count] as number[]
  }
  const cast = async (direction: string, expected: number[]) => {
    const body = { feature_request_id: id, by_email, vote: direction }
    const { status, text } = await call('POST', VOTES, { body })
    assertThat([200, 201].includes(status), `a vote ${direction} answers ${status}: ${text}`)
    assertSame(`up-votes and down-votes after a vote ${direction}`, await counts(), expected)
  }
  await cast('up', [2, 0])
  await cast('up', [2, 0])
  await cast('down', [1, 1])
  const { status } = await call('DELETE', VOTES, { body: { feature_request_id: id, by_email } })
  assertSame('DELETE of the vote', status, 200)
  assertSame('up-votes and down-votes after the vote is withdrawn', await counts(), [1, 0])
  await keepCustomer(target, by_email)
}

async function listVoters(target: Target): Promise<void> {
  const { things, call, rows } = target
  const { id } = await make(target, POSTS, { title: things.name('Voters') })
  const by_email = things.email('dave')
  await call('POST', VOTES, { body: { feature_request_id: id, by_email, vote: 'up' } })
  const voters = await rows(`${POSTS}/${id}/voters`)
  assertSame('number of voters', voters.length, 2)
  await keepCustomer(target, by_email)
}

async function subscribe(target: Target): Promise<void> {
  const { things, call, rows } = target
  const { id } = await make(target, POSTS, { title: things.name('Followed') })
  const path = `${POSTS}/${id}/subscribers`
  const before = await rows(path)
  const email = things.email('erin')
  for (const _ of ['first', 'second']) {
    const { status, text } = await call('POST', path, { body: { email } })
    assertThat([200, 201].includes(status), `POST ${path} answers ${status}: ${text}`)
  }
  const subscribers: Body[] = await rows(path)
  assertSame('number of subscribers', subscribers.length, before.length + 1)
  assertSame('DELETE of a subscriber', (await call('DELETE', path, { body: { email } })).status, 200)
  assertSame('number of subscribers after', (await rows(path)).length, before.length)
  await keepCustomer(target, email)
}
