import { get, PARAM, type BadRequest } from './request.ts'

const LISTS = ['feature_requests', 'comments', 'customers', 'changelogs', 'tags', 'roadmaps']

/** Page numbers, sizes and dates that no list accepts. */
export const queries: BadRequest[] = [
  ...LISTS.flatMap((list) =>
    [
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['page=abc', 'page'],
      ['page=1.5', 'page'],
      ['per_page=0', 'per_page'],
      ['per_page=101', 'per_page'],
    ].map(([query = '', field = '']) => get(`${list}?${query}`, PARAM, [field])),
  ),
  get('feature_requests?bucket_id=abc', PARAM, ['bucket_id']),
  get('feature_requests?bucket_id=1;drop table posts', PARAM, ['bucket_id']),
  get('feature_requests?approval_status=maybe', PARAM, ['approval_status']),
  get("feature_requests?approval_status='%20or%201=1--", PARAM, ['approval_status']),
  get('feature_requests?tag_ids[]=1&tag_ids[]=x', PARAM, ['tag_ids']),
  get('feature_requests?states[]=unheard_of', PARAM, ['states']),
  get('feature_requests?from_date=2026-13-01', PARAM, ['from_date']),
  get('feature_requests?from_date=2026-02-30', PARAM, ['from_date']),
  get('feature_requests?to_date=01.02.2026', PARAM, ['to_date']),
  get('feature_requests?to_date=2026-1-1', PARAM, ['to_date']),
  get('feature_requests?from_date=2026-05-02&to_date=2026-05-01', PARAM, ['from_date']),
  get('comments?from_date=2026-05-02&to_date=2026-05-01', PARAM, ['from_date']),
  get('comments?from_date=yesterday', PARAM, ['from_date']),
  get('comments?feature_request_id=first', PARAM, ['feature_request_id']),
  get('feature_requests?submitter_emails[]=a%00b', PARAM, ['submitter_emails']),
  get('customers?q=%00', PARAM, ['q']),
  get('changelogs?status=gone', PARAM, ['status']),
  get('changelogs?locale=xx', PARAM, ['locale']),
  get('changelogs?label_ids=one', PARAM, ['label_ids']),
]
