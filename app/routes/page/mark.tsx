/** The logo: a hearth within a door. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      className="mark"
      style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }}
      aria-hidden="true"
      fill="none"
      stroke="var(--pine)"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M5 28V13L16 4l11 9v15z" />
      <path
        d="M16 14c3 3 4.5 5 4.500 7.500a4.500 4.500 0 0 1-9 0c0-2.500 1.500-4.500 4.500-7.500z"
        stroke="var(--terra)"
      />
    </svg>
  );
}
