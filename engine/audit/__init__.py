"""The audit of a log: is it what the rules say, and how far can each die be proved?"""

from rollbook.engine.audit.auditor import Auditor, audit_log
from rollbook.engine.audit.report import Listed, Report, RollSeen, Settled

__all__ = ["Auditor", "Listed", "Report", "RollSeen", "Settled", "audit_log"]
