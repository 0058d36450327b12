import type { DemoPost } from './content.ts'

export const internalPosts: DemoPost[] = [
  {
    title: 'Replace the job queue before the timeline ships',
    by: 'mei',
    status: 'in_progress',
    tags: ['performance'],
    days: 92,
    votes: 3,
    html: '<p>Reminders pile up on Mondays at 9:00: p99 was <strong>14 minutes</strong> last week. With bars that people drag, we will write ten times as many jobs.</p>',
    comments: [{ by: 'nora', after: 1, html: '<p>Agreed, this goes first. Tell me what you need.</p>' }],
  },
  {
    title: 'Talk to five teams that left in spring',
    by: 'jonas',
    status: 'planned',
    tags: [],
    days: 73,
    votes: 4,
    html: '<p>Nobody asked them why. I suggest half an hour each, no selling, and a summary for all of us.</p>',
  },
  {
    title: 'Empty states with a bit more heart',
    by: 'priya',
    status: 'submitted',
    tags: ['design'],
    days: 29,
    votes: 2,
    html: '<p>“No items” is the first thing that a new team reads. We can do better in eleven places.</p>',
    comments: [
      { by: 'tomas', after: 2, html: '<p>Yes! Start with the weekly plan, that is where people land.</p>' },
    ],
  },
  {
    title: 'Restore drill from backups',
    by: 'mei',
    status: 'completed',
    tags: ['security'],
    days: 131,
    votes: 2,
    html: '<p>Done for the first time: 41 minutes until the last note was back. Notes are in the runbook, next one in six months.</p>',
  },
]
