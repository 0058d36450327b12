import { write, V3, PARAM, MISSING, type BadRequest } from './request.ts'

/** Fields that are missing, of the wrong type, too long, not storable, or references to nothing. */
export const fields: BadRequest[] = [
  write('POST', 'feature_requests', {}, 422, MISSING, ['title']),
  write('POST', 'feature_requests', { title: '   ' }, 422, MISSING, ['title']),
  write('POST', 'feature_requests', { title: null }, 422, MISSING, ['title']),
  write('POST', 'feature_requests', { title: 5 }, 400, PARAM, ['title']),
  write('POST', 'feature_requests', { title: ['a'] }, 400, PARAM, ['title']),
  write('POST', 'feature_requests', { title: 'x'.repeat(300) }, 422, PARAM, ['title']),
  write('POST', 'feature_requests', { title: 'a\0b' }, 400, PARAM, ['title']),
  write('POST', 'feature_requests', '{"title":"\\ud800"}', 400, PARAM, ['title'], undefined, 'json'),
  write('POST', 'feature_requests', { title: 'x', description: 'a\0b' }, 400, PARAM, ['description']),
  write('POST', 'feature_requests', { title: 'x', bucket_id: 'first' }, 400, PARAM, ['bucket_id']),
  write('POST', 'feature_requests', { title: 'x', bucket_id: 2147483000 }, 422, PARAM, ['bucket_id']),
  write('POST', 'feature_requests', { title: 'x', bucket_id: 99999999999 }, 422, PARAM, ['bucket_id']),
  write('POST', 'feature_requests', { title: 'x', bucket_id: 1.5 }, 400, PARAM, ['bucket_id']),
  write('POST', "feature_requests, another organization's bucket", (known) => ({ title: 'x', bucket_id: known.theirBucket }), 422, PARAM, ['bucket_id'], () => `${V3}/feature_requests`), // prettier-ignore
  write('POST', "feature_requests, another organization's tag", (known) => ({ title: 'x', tag_ids: [known.tag, known.theirTag] }), 422, PARAM, ['tag_ids'], () => `${V3}/feature_requests`), // prettier-ignore
  write('POST', 'feature_requests', { title: 'x', tag_ids: 'one' }, 400, PARAM, ['tag_ids']),
  write('POST', 'feature_requests', { title: 'x', tag_ids: [{}] }, 400, PARAM, ['tag_ids']),
  write('POST', 'feature_requests', { title: 'x', state_id: 2147483000 }, 422, PARAM, ['state_id']),
  write('POST', 'feature_requests', { title: 'x', approval_status: 'approve' }, 400, PARAM, [
    'approval_status',
  ]),
  write('POST', 'feature_requests', { title: 1, bucket_id: 'x', approval_status: 2 }, 400, PARAM, [
    'title',
    'bucket_id',
    'approval_status',
  ]),
  write(
    'PUT',
    'feature_requests, unknown status',
    { status: 'no such' },
    422,
    PARAM,
    ['status'],
    (known) => `${V3}/feature_requests/${known.post}`,
  ),
  write(
    'PUT',
    'feature_requests, blank title',
    { title: ' ' },
    422,
    MISSING,
    ['title'],
    (known) => `${V3}/feature_requests/${known.post}`,
  ),
  write('PATCH', 'feature_requests, hidden of no sense', { hidden: 'perhaps' }, 400, PARAM, ['hidden'], (known) => `${V3}/feature_requests/${known.post}`), // prettier-ignore
  write('POST', 'feature_requests/post_on_behalf', { title: 'x' }, 422, MISSING, ['email']),
  write('POST', 'feature_requests/post_on_behalf', { title: 'x', email: 'no address' }, 400, PARAM, [
    'email',
  ]),
  write('POST', 'comments', { comment: 'x' }, 422, MISSING, ['feature_request_id']),
  write(
    'POST',
    'comments, blank',
    (known) => ({ feature_request_id: known.post, comment: ' ' }),
    422,
    MISSING,
    ['comment'],
    () => `${V3}/comments`,
  ),
  write('POST', "comments, another organization's post", (known) => ({ feature_request_id: known.theirPost, comment: 'x' }), 422, PARAM, ['feature_request_id'], () => `${V3}/comments`), // prettier-ignore
  write('POST', 'comments, unknown parent', (known) => ({ feature_request_id: known.post, comment: 'x', parent_id: 2147483000 }), 422, PARAM, ['parent_id'], () => `${V3}/comments`), // prettier-ignore
  write(
    'POST',
    'comments, NUL',
    (known) => ({ feature_request_id: known.post, comment: '\0' }),
    400,
    PARAM,
    ['comment'],
    () => `${V3}/comments`,
  ),
  write('POST', 'tags', {}, 422, MISSING, ['name']),
  write('POST', 'tags', { name: 'TAKEN' }, 422, 'ERROR_CODE_ALREADY_EXISTS', ['name']),
  write('POST', 'tags', { name: 'x', color: 'red' }, 400, PARAM, ['color']),
  write('POST', 'customers', {}, 422, MISSING, ['email']),
  write('POST', 'customers', { email: 'nobody' }, 400, PARAM, ['email']),
  write('POST', 'customers', { email: 'KNOWN@customer.example' }, 422, 'ERROR_CODE_ALREADY_EXISTS', [
    'email',
  ]),
  write('POST', 'customers', { email: 'x@y.example', labels: 'a\0' }, 400, PARAM, ['labels']),
  write('POST', 'customers', { email: 'x@y.example', custom_fields: [] }, 400, PARAM, ['custom_fields']),
  write('POST', 'customers', { email: 'x@y.example', custom_fields: { a: '\0' } }, 400, PARAM, [
    'custom_fields',
  ]),
  write('POST', 'customers', { email: 'x@y.example', starred: 'maybe' }, 400, PARAM, ['starred']),
  write('POST', 'customers/import', {}, 422, MISSING, ['customers']),
  write('POST', 'customers/import', { customers: 'all' }, 400, PARAM, ['customers']),
  write('POST', 'customers/import', { customers: Array.from({ length: 1001 }, () => ({})) }, 400, PARAM, [
    'customers',
  ]),
  write('POST', 'changelogs', {}, 422, MISSING, ['title']),
  write('POST', 'changelogs', { title: 'x', locale: 'xx' }, 400, PARAM, ['locale']),
  write('POST', 'changelogs', { title: 'x', scheduled_published_at: '2020-01-01' }, 422, PARAM, [
    'scheduled_published_at',
  ]),
  write('POST', 'changelogs', { title: 'x', scheduled_published_at: 'soon' }, 400, PARAM, [
    'scheduled_published_at',
  ]),
  write('POST', 'changelogs', { title: 'x', scheduled_published_at: '2027-02-31' }, 400, PARAM, [
    'scheduled_published_at',
  ]),
  write('POST', 'changelogs', { title: 'x', published: 'later' }, 400, PARAM, ['published']),
  write(
    'POST',
    'changelogs',
    { title: 'x', published: true, scheduled_published_at: '2999-01-01' },
    422,
    PARAM,
  ),
  write('POST', 'changelogs', { title: 'x', original_id: 2147483000 }, 422, PARAM, ['original_id']),
  write('POST', "changelogs, another organization's original", (known) => ({ title: 'x', locale: 'de', original_id: known.theirChangelog }), 422, PARAM, ['original_id'], () => `${V3}/changelogs`), // prettier-ignore
  write('POST', "changelogs, another organization's post", (known) => ({ title: 'x', feature_requests_ids: [known.theirPost] }), 422, PARAM, ['feature_requests_ids'], () => `${V3}/changelogs`), // prettier-ignore
]
