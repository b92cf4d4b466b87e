import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { courseModuleSchema } from "~/content/schemas/course-module.ts";
import { curriculumPageSchema } from "~/content/schemas/curriculum-page.ts";
import { type Level, levelSchema } from "~/content/schemas/level.ts";
import { idFromTitle } from "~/content/schemas/titled-list.ts";
import { trackRoutes, trackSchema } from "~/content/schemas/track.ts";
import { checkedEntry, contentFolder, entryIds, readFolder } from "../fixtures/content-entries.ts";

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
const curriculum = checkedEntry("pages", "curriculum", curriculumPageSchema);

const weeksOf = (level: Level) => level.curriculum.flatMap((heading) => heading.weeks);
const topicTitles = (level: Level) =>
  weeksOf(level).flatMap((week) => week.topics.map((topic) => topic.title));

describe("the tracks", () => {
  test("each of the five track pages has one track", () => {
    expect([...tracks.values()].map((track) => track.route).sort()).toEqual([...trackRoutes].sort());
  });

  test("each of the five tracks has a line colour of its own", () => {
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

  test.each([...levels])(
    "the level %s runs for 12 to 16 weeks of live classes, numbered without a gap",
    (_, level) => {
      const weeks = weeksOf(level);
      expect(weeks.length).toBeGreaterThanOrEqual(12);
      expect(weeks.length).toBeLessThanOrEqual(16);
      expect(weeks.map((week) => week.number)).toEqual(weeks.map((_week, index) => index + 1));
    },
  );

  test.each([...levels])("the level %s lasts 3 months, Cybersecurity Advanced 4", (id, level) => {
    expect(level.durationMonths).toBe(id === "cybersecurity-advanced" ? 4 : 3);
  });

  test.each([...levels])("the level %s names a track and a course that exist", (_, level) => {
    expect([...tracks.keys()]).toContain(level.track);
    expect(courseIds).toContain(level.course);
  });

  test("no two levels are sold as the same course", () => {
    expect(new Set([...levels.values()].map((level) => level.course)).size).toBe(levels.size);
  });

  test.each([...levels])("the level %s teaches nothing twice", (_, level) => {
    const ids = topicTitles(level).map(idFromTitle);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test.each([...levels])("the level %s asks for 85 percent attendance", (_, level) => {
    expect(level.successMetrics.join("\n")).toMatch(/at least 85 percent of the live/);
  });

  test.each([...levels])(
    "the level %s asks a beginner for no more than a laptop, internet and will",
    (_, level) => {
      const common = ["Laptop", "Good Internet", "Willingness To Learn"];
      expect(level.prerequisites.slice(0, 3)).toEqual(common);
      expect(level.prerequisites.length > 3).toBe(level.level === "Advanced");
    },
  );

  test.each([...levels])("the level %s ends in a capstone", (_, level) => {
    const last = level.curriculum.at(-1);
    expect(`${last?.title} ${last?.weeks.map((week) => week.title)}`.toLowerCase()).toContain("capstone");
  });
});

describe("the DevOps curriculum", () => {
  const announced: [section: string, topics: string][] = [
    [
      "Linux",
      "Virtualisation intro, Command line, File system hierarchy, Commands, Text editor, Bash scripting, SSH",
    ],
    ["Containerisation", "What it is, Docker, Containerisation with Docker, Docker Compose"],
    ["Cloud Computing with AWS", "Cloud computing, IAM, KMS, EC2, AWS CLI and SDK, S3, ELB"],
    ["Git", "Source code management, Branches"],
    [
      "Jenkins",
      "CI/CD, Jenkins local, Jenkins on AWS, Jenkins as a container, Jenkins with Github, First project, Pipeline as code (Groovy)",
    ],
    ["Python", "Strings, Functions, Loops, If statement, Classes and objects"],
    ["Ansible", "What it is, Installing, Ad hoc commands, Playbooks, Managing software and services"],
    [
      "Kubernetes",
      "Container orchestration, Architecture, Minikube/Kops/KubeAdm, Minikube local, Kops for AWS, ConfigMaps and Secrets",
    ],
    [
      "IaC with Terraform",
      "Concepts, Configuration language, State management, Commands, Variables, Output and provisioning",
    ],
  ];

  test("the DevOps curriculum has nine sections in the order in which they are announced", () => {
    expect(curriculum.sections.map((section) => section.title)).toEqual(announced.map(([title]) => title));
  });

  test.each(announced)("the DevOps curriculum lists every announced topic of %s", (title, topics) => {
    const section = curriculum.sections.find((one) => one.title === title);
    const listed = section?.topics.map((topic) => topic.title).join(", ");
    // "and more" is announced of AWS alone.
    if (title === "Cloud Computing with AWS") expect(listed).toContain(`${topics}, `);
    else expect(listed).toBe(topics);
  });

  test("the DevOps curriculum promises what every class offers, word for word", () => {
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
