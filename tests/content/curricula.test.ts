import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { courseModuleSchema } from "~/schemas/course-module";
import { curriculumSchema } from "~/schemas/curriculum";
import { type Level, levelSchema } from "~/schemas/level";
import { idFromTitle } from "~/schemas/titled-list";
import { trackRoutes, trackSchema } from "~/schemas/track";

const contentFolder = fileURLToPath(new URL("../../content/", import.meta.url));

function entryIds(folder: string): string[] {
  return readdirSync(`${contentFolder}${folder}`)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.replace(/\.yaml$/, ""))
    .sort();
}

function readEntry(folder: string, id: string) {
  return parse(readFileSync(`${contentFolder}${folder}/${id}.yaml`, "utf8"));
}

/** Every entry of a folder by its id, as pages get it; throws at the first that its schema refuses. */
function readFolder<Entry>(folder: string, schema: { parse: (raw: unknown) => Entry }): Map<string, Entry> {
  return new Map(entryIds(folder).map((id) => [id, schema.parse(readEntry(folder, id))]));
}

// The courses may be edited on their own; without their folder, these are the ones that can be registered for.
const courseIds = existsSync(`${contentFolder}courses`)
  ? entryIds("courses")
  : [
      "devops-full",
      "devops-foundational",
      "devops-advanced",
      "aws-solutions-architect",
      "aws-cloud-practitioner",
      "data-analytics-foundational",
      "data-analytics-advanced",
      "cybersecurity-foundational",
      "cybersecurity-advanced",
      "project-management-foundational",
      "project-management-advanced",
      "ai-foundational",
      "ai-advanced",
    ];

const levelPaths = [
  "advanced",
  "ai-advanced",
  "ai-fundamentals",
  "cybersecurity-advanced",
  "cybersecurity-fundamentals",
  "data-analytics-advanced",
  "data-analytics-foundational",
  "foundational",
  "project-management-advanced",
  "project-management-foundational",
];

const tracks = readFolder("tracks", trackSchema);
const levels = readFolder("levels", levelSchema);
const modules = readFolder("schedule", courseModuleSchema);
const curriculum = curriculumSchema.parse(readEntry("pages", "curriculum"));

const weeksOf = (level: Level) => level.curriculum.flatMap((heading) => heading.weeks);
const topicTitles = (level: Level) =>
  weeksOf(level).flatMap((week) => week.topics.map((topic) => topic.title));

describe("the tracks", () => {
  test("each of the five track pages has one track", () => {
    expect([...tracks.values()].map((track) => track.route).sort()).toEqual([...trackRoutes].sort());
  });

  test("no two tracks share a line colour", () => {
    expect(new Set([...tracks.values()].map((track) => track.line)).size).toBe(tracks.size);
  });

  test("every track has one Foundational and one Advanced level", () => {
    for (const id of tracks.keys()) {
      const own = [...levels.values()].filter((level) => level.track === id);
      expect(own.map((level) => level.level).sort(), id).toEqual(["Advanced", "Foundational"]);
    }
  });
});

describe("the levels", () => {
  test("each of the ten level addresses has a level", () => {
    expect([...levels.keys()]).toEqual(levelPaths);
  });

  test.each([...levels])("%s runs for 12 to 16 weeks of live classes, numbered without a gap", (_, level) => {
    const weeks = weeksOf(level);
    expect(weeks.length).toBeGreaterThanOrEqual(12);
    expect(weeks.length).toBeLessThanOrEqual(16);
    expect(weeks.map((week) => week.number)).toEqual(weeks.map((_week, index) => index + 1));
  });

  test.each([...levels])("%s lasts 3 months, Cybersecurity Advanced 4", (id, level) => {
    expect(level.durationMonths).toBe(id === "cybersecurity-advanced" ? 4 : 3);
  });

  test.each([...levels])("%s names a track and a course that exist", (_, level) => {
    expect([...tracks.keys()]).toContain(level.track);
    expect(courseIds).toContain(level.course);
  });

  test("no two levels are sold as the same course", () => {
    expect(new Set([...levels.values()].map((level) => level.course)).size).toBe(levels.size);
  });

  test.each([...levels])("%s teaches nothing twice", (_, level) => {
    const ids = topicTitles(level).map(idFromTitle);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test.each([...levels])("%s asks for 85 percent attendance", (_, level) => {
    expect(level.successMetrics.join("\n")).toMatch(/at least 85 percent of the live/);
  });

  test.each([...levels])("%s asks a beginner for no more than a laptop, internet and will", (_, level) => {
    const common = ["Laptop", "Good Internet", "Willingness To Learn"];
    expect(level.prerequisites.slice(0, 3)).toEqual(common);
    expect(level.prerequisites.length > 3).toBe(level.level === "Advanced");
  });

  test.each([...levels])("%s ends in a capstone", (_, level) => {
    const last = level.curriculum.at(-1);
    expect(`${last?.title} ${last?.weeks.map((week) => week.title)}`.toLowerCase()).toContain("capstone");
  });
});

describe("the DevOps curriculum", () => {
  const expectedTitles = [
    "Linux",
    "Containerisation",
    "Cloud Computing with AWS",
    "Git",
    "Jenkins",
    "Python",
    "Ansible",
    "Kubernetes",
    "IaC with Terraform",
  ];

  test("has nine sections in the order in which they are announced", () => {
    expect(curriculum.sections.map((section) => section.title)).toEqual(expectedTitles);
  });

  test("promises what every class offers, word for word", () => {
    const features = [
      "Live Quizzes",
      "Virtual Led Classes",
      "Soft Skills and Agile Training",
      "Hands-on Labs",
    ];
    expect(curriculum.features).toEqual(features);
  });

  const words: Record<string, string[]> = {
    Linux: ["virtualisation", "terminal", "file system hierarchy", "commands", "text editor", "bash", "ssh"],
    Containerisation: ["what containerisation is", "dockerfile", "docker compose"],
    AWS: ["cloud computing", "iam", "kms", "ec2", "aws cli", "sdk", "s3", "elb", "vpc", "rds", "route 53"],
    "AWS operations": ["cloudwatch", "auto scaling"],
    Git: ["source code management", "branches"],
    Jenkins: ["ci/cd", "jenkins local", "jenkins on aws", "as a container", "with github", "first project"],
    "Jenkins pipelines": ["groovy", "maven"],
    Python: ["strings", "functions", "loops", "if statement", "classes and objects"],
    Ansible: ["what ansible is", "installing ansible", "ad hoc", "playbooks", "software and services"],
    Kubernetes: ["orchestration", "architecture", "minikube local", "kubeadm", "kops for aws"],
    "Kubernetes settings": ["configmaps and secrets"],
    Terraform: ["concepts", "configuration language", "state management", "commands init", "variables"],
    "Terraform results": ["output", "provisioning"],
  };

  test.each(Object.entries(words))("the two DevOps levels teach all of %s", (_, phrases) => {
    const taught = [...levels.values()]
      .filter((level) => level.track === "devops")
      .flatMap((level) => [...weeksOf(level).map((week) => week.title), ...topicTitles(level)])
      .join("\n")
      .toLowerCase();
    expect(phrases.filter((phrase) => !taught.includes(phrase))).toEqual([]);
  });
});

test("the home page's schedule has six modules in the announced order", () => {
  const inOrder = [...modules.values()].sort((one, other) => one.order - other.order);
  expect(inOrder.map((module) => module.order)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(inOrder.map((module) => module.name)).toEqual([
    "Introduction to DevOps and Linux",
    "Python",
    "Maven and Jenkins",
    "AWS Services",
    "Containerization",
    "IaC with Terraform",
  ]);
  expect(new Set(inOrder.map((module) => module.icon)).size).toBe(6);
});

describe("an editor who makes a slip is told where and what", () => {
  /** What an editor reads after `change` was made to a good entry: one `path: message` a refusal. */
  function refusals<Raw>(
    folder: string,
    id: string,
    schema: typeof levelSchema | typeof trackSchema,
    change: (raw: Raw) => void,
  ): string[] {
    const raw = readEntry(folder, id);
    change(raw);
    const issues = schema.safeParse(raw).error?.issues ?? [];
    return issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  }

  test("a missing field is named", () => {
    const change = (raw: { about?: string }) => delete raw.about;
    expect(refusals("levels", "foundational", levelSchema, change)).toEqual([
      "about: The text about the course is missing.",
    ]);
  });

  test("a misspelt field is named", () => {
    const change = (raw: Record<string, string>) => {
      raw.sumary = "A slip of the finger";
    };
    expect(refusals("tracks", "devops", trackSchema, change).join()).toContain("sumary");
  });

  test("a description that search engines would cut off says how long it may be", () => {
    const change = (raw: { description: string }) => {
      raw.description = "x".repeat(161);
    };
    expect(refusals("tracks", "devops", trackSchema, change)).toEqual([
      "description: The description is too long: keep it to 160 characters.",
    ]);
  });

  test("a route of no page lists those that exist", () => {
    const change = (raw: { route: string }) => {
      raw.route = "/project-management";
    };
    expect(refusals("tracks", "project-management", trackSchema, change).join()).toMatch(
      /^route: .*project-managment is spelled so/,
    );
  });

  test("a week too many for the months says how many fit", () => {
    const change = (raw: { curriculum: { weeks: unknown[] }[] }) => {
      const topics = ["One thing", "Another thing", "A third thing"];
      raw.curriculum.at(-1)?.weeks.push({ title: "One week too many", topics });
    };
    expect(refusals("levels", "advanced", levelSchema, change)).toEqual([
      "curriculum: 3 months hold 12 to 13 weeks, but there are 14.",
    ]);
  });

  test("two weeks of the same name are refused, also under different headings", () => {
    const change = (raw: { curriculum: { weeks: { title: string }[] }[] }) => {
      const [first, second] = raw.curriculum.map((heading) => heading.weeks[0]);
      if (first && second) second.title = first.title;
    };
    expect(refusals("levels", "ai-advanced", levelSchema, change)).toEqual([
      expect.stringMatching(/^curriculum\.1\.weeks\.0\.title: Two weeks of the course are called/),
    ]);
  });

  test("a topic that stands twice in one week is refused with its place", () => {
    const change = (raw: { curriculum: { weeks: { topics: string[] }[] }[] }) => {
      const topics = raw.curriculum[0]?.weeks[0]?.topics ?? [];
      topics[1] = topics[0] ?? "";
    };
    expect(refusals("levels", "ai-advanced", levelSchema, change)).toEqual([
      expect.stringMatching(
        /^curriculum\.0\.weeks\.0\.topics\.1: Two of these topics of the week are called/,
      ),
    ]);
  });
});

test("titles become ids that are safe in a link", () => {
  expect(idFromTitle("  CI/CD & état: AWS CLI (v2) ")).toBe("ci-cd-and-etat-aws-cli-v2");
});
