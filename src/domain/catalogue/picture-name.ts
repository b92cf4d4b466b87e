/** The drawings of tracks and courses. */
export const PICTURE_NAMES = [
  "devops",
  "aws",
  "aws-architect",
  "cybersecurity",
  "data-analytics",
  "ai-fundamentals",
  "project-management",
] as const;
export type PictureName = (typeof PICTURE_NAMES)[number];
