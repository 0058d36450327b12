import type { TestApp } from './app.ts'
import type { Headers, Tenant } from './scenario.ts'

export const CREATE_ROADMAP = 'mutation ($input: CreateRoadmapInput!) { createRoadmap(input: $input) { id } }'
export const ADD_POST =
  'mutation ($id: ID!, $postId: ID!, $scoring: ScoringInput) { addPostToRoadmap(id: $id, postId: $postId, scoring: $scoring) { id percentage score } }'

/** What the tests of roadmaps do, as a tenant's admin. */
export function roadmapCalls(app: TestApp, tenant: Tenant) {
  const run = async (query: string, variables = {}, headers: Headers = tenant.admin.session) =>
    (await app.graphql(query, variables, headers)).body
  return {
    run,
    create: async (input: object): Promise<string> =>
      (await run(CREATE_ROADMAP, { input: { title: 'Plan', ...input } })).data.createRoadmap.id,
    add: (id: string, postId: number, scoring?: object) => run(ADD_POST, { id, postId, scoring }),
    post: async (title: string): Promise<number> =>
      (await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })).body.id,
    read: async (id: string) =>
      (await app.call('GET', `/api/v3/roadmaps/${id}`, { headers: tenant.key })).body,
  }
}
