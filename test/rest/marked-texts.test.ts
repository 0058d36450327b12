import { expect, test } from 'vitest'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const call = (path: string, body: unknown) =>
  app.call('POST', `/api/v3/${path}`, { headers: tenant.key, body })

test('a post and a comment keep what was written, and their HTML shows its marks', async () => {
  const description = 'Use **this**:\n\n- `a < b`\n- https://x.org/a'
  const post = (await call('feature_requests', { title: 'Marks', description })).body
  expect(post).toMatchObject({
    description,
    description_html: `<p>Use <strong>this</strong>:</p>
<ul>
<li><code>a &lt; b</code></li>
<li><a href="https://x.org/a" rel="nofollow ugc noopener">https://x.org/a</a></li>
</ul>`,
  })
  const comment = '> quoted\n\n<script>alert(1)</script> [x](javascript:alert(1))'
  const { body } = await call('comments', {
    feature_request_id: post.id,
    comment: '> quoted\n\n[x](javascript:a)',
  })
  expect(body.comment).toMatchObject({
    comment: '> quoted\n\n[x](javascript:a)',
    comment_html: '<blockquote>\n<p>quoted</p>\n</blockquote>\n<p>[x](javascript:a)</p>',
  })
  const hostile = await call('comments', { feature_request_id: post.id, comment })
  expect(hostile.body.comment.comment_html).not.toMatch(/<script|<a /)
})
