/** At the name of a customer whose plan puts them before others. */
export const PriorityMark = () => <span className="badge scheduled">Priority plan</span>;
