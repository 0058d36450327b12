import { builder } from '../../graphql/builder.ts'

export const RoadmapStatusRef = builder.enumType('RoadmapStatus', {
  description: 'How far a roadmap is.',
  values: {
    backlog: { value: 'backlog', description: 'Collected, not yet planned.' },
    planned: { value: 'planned', description: 'To be worked on.' },
    in_progress: { value: 'in_progress', description: 'Being worked on.' },
    completed: { value: 'completed', description: 'Done.' },
  } as const,
})

export const RoadmapModeRef = builder.enumType('RoadmapMode', {
  description: 'How a roadmap is shown.',
  values: {
    kanban: { value: 'kanban', description: 'Columns of cards.' },
    list: { value: 'list', description: 'Rows.' },
    timeline: { value: 'timeline', description: 'Bars along a calendar.' },
  } as const,
})

export const ScoreTypeRef = builder.enumType('ScoreType', {
  description: 'What the score of a roadmap is made of.',
  values: {
    none: { value: 'none', description: 'There is no score.' },
    votes: { value: 'votes', description: 'The sum of the up-votes of its posts.' },
    rice: {
      value: 'rice',
      description:
        'The average of reach × impact × confidence ÷ effort over the posts that have all four inputs.',
    },
    ice: {
      value: 'ice',
      description: 'The average of impact × confidence × ease over the posts that have all three inputs.',
    },
  } as const,
})

export const KanbanViewGroupRef = builder.enumType('KanbanViewGroup', {
  description: 'What the columns of the kanban view are.',
  values: {
    status: { value: 'status', description: 'One column a status.' },
    month: { value: 'month', description: 'One column a month.' },
    quarter: { value: 'quarter', description: 'One column a quarter.' },
  } as const,
})
